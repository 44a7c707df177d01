// SPDX-License-Identifier: MIT
#include "portal.h"

#include <dbus/dbus.h>
#include <stdlib.h>
#include <string.h>

#define PORTAL "org.freedesktop.portal."

// Calls Screenshot("", {"handle_token": token}) and gives the path that the answer will come from.
static char *request(DBusConnection *connection, const char *token) {
  DBusMessage *call = dbus_message_new_method_call(
      PORTAL "Desktop", "/org/freedesktop/portal/desktop", PORTAL "Screenshot", "Screenshot");
  if (!call) return NULL;
  const char *window = "", *key = "handle_token";
  DBusMessageIter arguments, options, entry, value;
  dbus_message_iter_init_append(call, &arguments);
  dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &window);
  dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &options);
  dbus_message_iter_open_container(&options, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
  dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
  dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "s", &value);
  dbus_message_iter_append_basic(&value, DBUS_TYPE_STRING, &token);
  dbus_message_iter_close_container(&entry, &value);
  dbus_message_iter_close_container(&options, &entry);
  dbus_message_iter_close_container(&arguments, &options);
  DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, 5000, NULL);
  dbus_message_unref(call);
  if (!reply) return NULL;
  const char *path = NULL;
  char *copy = NULL;
  if (dbus_message_get_args(reply, NULL, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID))
    copy = strdup(path);
  dbus_message_unref(reply);
  return copy;
}

// Reads (u response, a{sv} results); the response 0 is success.
static char *uri_of(DBusMessage *answer) {
  DBusMessageIter arguments, results, entry, value;
  dbus_uint32_t response = 1;
  if (!dbus_message_iter_init(answer, &arguments)) return NULL;
  if (dbus_message_iter_get_arg_type(&arguments) != DBUS_TYPE_UINT32) return NULL;
  dbus_message_iter_get_basic(&arguments, &response);
  if (response != 0 || !dbus_message_iter_next(&arguments)) return NULL;
  if (dbus_message_iter_get_arg_type(&arguments) != DBUS_TYPE_ARRAY) return NULL;
  dbus_message_iter_recurse(&arguments, &results);
  for (; dbus_message_iter_get_arg_type(&results) == DBUS_TYPE_DICT_ENTRY;
       dbus_message_iter_next(&results)) {
    const char *key = "", *text = NULL;
    dbus_message_iter_recurse(&results, &entry);
    if (dbus_message_iter_get_arg_type(&entry) != DBUS_TYPE_STRING) continue;
    dbus_message_iter_get_basic(&entry, &key);
    if (strcmp(key, "uri") != 0 || !dbus_message_iter_next(&entry)) continue;
    if (dbus_message_iter_get_arg_type(&entry) != DBUS_TYPE_VARIANT) continue;
    dbus_message_iter_recurse(&entry, &value);
    if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_STRING) continue;
    dbus_message_iter_get_basic(&value, &text);
    return strdup(text);
  }
  return NULL;
}

int portal_screenshot(const char *token, int seconds, char **uri) {
  *uri = NULL;
  DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
  if (!connection) return portal_absent;
  // Or the library would end the process when the bus goes away.
  dbus_connection_set_exit_on_disconnect(connection, FALSE);
  // The answer may come before the call's own reply, so it is listened for first.
  dbus_bus_add_match(connection, "type='signal',interface='" PORTAL "Request',member='Response'", NULL);
  int result = portal_absent;
  char *path = request(connection, token);
  if (path) result = portal_silent;
  for (int tenth = 0; result == portal_silent && tenth < seconds * 10; tenth++) {
    // It waits for a tenth of a second at most; a bus that is gone gives no answer any more.
    if (!dbus_connection_read_write(connection, 100)) break;
    DBusMessage *message;
    while (result == portal_silent && (message = dbus_connection_pop_message(connection))) {
      if (dbus_message_is_signal(message, PORTAL "Request", "Response") &&
          dbus_message_has_path(message, path)) {
        *uri = uri_of(message);
        result = *uri ? portal_done : portal_refused;
      }
      dbus_message_unref(message);
    }
  }
  free(path);
  dbus_connection_close(connection);
  dbus_connection_unref(connection);
  return result;
}
