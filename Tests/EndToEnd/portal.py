# SPDX-License-Identifier: MIT
"""A desktop's screenshot portal for tests, on a session bus of its own.

`portal.py PICTURE ANSWER`: says "ready", and answers each request: ANSWER is `yes`, `no` or `never`.
"""

import asyncio
import pathlib
import shutil
import sys

from dbus_next import BusType, Message, MessageType, Variant
from dbus_next.aio import MessageBus

DESKTOP = "/org/freedesktop/portal/desktop"


async def main(picture, answer):
    bus = await MessageBus(bus_type=BusType.SESSION).connect()
    taken = 0

    def on_message(message):
        nonlocal taken
        if message.member != "Screenshot" or message.path != DESKTOP:
            return None
        assert message.signature == "sa{sv}", message.signature
        token = message.body[1]["handle_token"].value
        assert token.isalnum() and len(token) > 16
        sender = message.sender.lstrip(":").replace(".", "_")
        handle = f"{DESKTOP}/request/{sender}/{token}"
        taken += 1
        copy = pathlib.Path(picture).with_name(f"Bildschirm foto-{taken}.png")
        shutil.copy(picture, copy)
        results = {"uri": Variant("s", copy.as_uri())} if answer == "yes" else {}
        if answer != "never":
            bus.send(
                Message(
                    destination=message.sender,
                    path=handle,
                    interface="org.freedesktop.portal.Request",
                    member="Response",
                    message_type=MessageType.SIGNAL,
                    signature="ua{sv}",
                    body=[0 if answer == "yes" else 1, results],
                )
            )
        bus.send(Message.new_method_return(message, "o", [handle]))
        return True

    bus.add_message_handler(on_message)
    await bus.request_name("org.freedesktop.portal.Desktop")
    print("ready", flush=True)
    await bus.wait_for_disconnect()


asyncio.run(main(*sys.argv[1:]))
