# SPDX-License-Identifier: MIT
#
# make            builds and stages into .build/stage      make demo     the main job from nothing
# make install    PREFIX=/usr/local DESTDIR=               make test     every test
# make lint       format and architecture                  make bench    the budgets, as ratios
# make sanitize   address, then thread                     make coverage
# make fuzz       TARGET=Backup|Card|Picture|Token|Vault SECONDS=60; make fuzz-all

PREFIX  ?= /usr/local
DESTDIR ?=
BASH_COMPLETIONS ?= $(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS  ?= $(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS ?= $(PREFIX)/share/fish/vendor_completions.d

SHELL   := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.PHONY: build setup-build setup-test demo test test-swift test-programs test-release raise-floor \
        lint format sanitize coverage startup-order fuzz fuzz-all faults bench install uninstall clean check

BUILD   := .build
STAGE   := $(BUILD)/stage
VENV    := $(BUILD)/venv
# SwiftPM repeats what pkg-config says of -pthread on every build; nothing else is kept from view.
SWIFT   := Tests/Support/swift-quietly

# The core is one static, position-independent file that needs no library. Swift's regular expressions
# and its concurrency would be two more megabytes to relocate at each start: nothing in it may ask for
# them. Types are made by calls and not from their mangled names, which are parsed at run time. What a
# start touches lies side by side (make startup-order writes it down again).
STATIC  := $(BUILD)/static-libraries
CORE    := --scratch-path $(BUILD)/core --product totp --disable-local-rpath \
           -Xlinker -L$(CURDIR)/$(STATIC) -Xlinker -z -Xlinker pack-relative-relocs \
           -Xswiftc -static-executable -Xswiftc -Xclang-linker -Xswiftc -static-pie \
           -Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld \
           -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
           -Xswiftc -Xfrontend -Xswiftc -disable-implicit-concurrency-module-import \
           -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
           -Xswiftc -cross-module-optimization \
           -Xswiftc -Xfrontend -Xswiftc -function-sections \
           -Xlinker --symbol-ordering-file=$(CURDIR)/Tests/Support/startup-symbols -Xlinker --no-warn-symbol-ordering
HELPERS := totp-worker totp-screenshot totp-yubikey

BUILD_PACKAGES := gcc g++ libc6-dev lld pkg-config libsodium-dev libzbar-dev libzxing-dev libpng-dev \
                  libjpeg62-turbo-dev libwebp-dev libtiff-dev libheif-dev libseccomp-dev libqrencode-dev libdbus-1-dev \
                  zlib1g-dev libpcsclite-dev libssl-dev libargon2-dev libarchive-dev libsqlite3-dev
DEMO_PACKAGES  := qrencode oathtool
TEST_PACKAGES  := $(DEMO_PACKAGES) pcscd vsmartcard-vpcd strace zbar-tools protobuf-compiler python3 \
                  python3-venv xvfb xclip wl-clipboard weston imagemagick librsvg2-bin zsh fish mandoc groff xsel tmux dbus
PYTHON_PACKAGES := pytest dbus-next pyotp yubikey-manager pynacl argon2-cffi zxing-cpp pillow cryptography \
                   cryptography_vectors

build: setup-build
	mkdir -p $(STATIC)
	ln -sf $$(pkg-config --variable=libdir libsodium)/libsodium.a $(STATIC)/libsodium.a
	ln -sf $$(gcc -print-file-name=libstdc++.a) $(STATIC)/libstdc++.a
	$(SWIFT) build -c release $(CORE)
	for helper in $(HELPERS); do \
	  $(SWIFT) build -c release --scratch-path $(BUILD)/helpers --static-swift-stdlib --disable-local-rpath \
	    --product $$helper; \
	done
	install -d $(STAGE)/bin $(STAGE)/libexec/totp
	strip -o $(BUILD)/core/totp $(BUILD)/core/release/totp
	install -m 755 $(BUILD)/core/totp $(STAGE)/bin/totp
	install -m 755 -s $(HELPERS:%=$(BUILD)/helpers/release/%) $(STAGE)/libexec/totp/
	install -d $(STAGE)/man $(STAGE)/completions
	$(STAGE)/bin/totp manual --write $(STAGE)/man
	for shell in bash zsh fish; do \
	  $(STAGE)/bin/totp completions $$shell >$(STAGE)/completions/totp.$$shell; \
	done

setup-build:
	@Tests/Support/need $(BUILD_PACKAGES)

setup-test: setup-build
	@Tests/Support/need $(TEST_PACKAGES)
	@test -x $(VENV)/bin/pytest || python3 -m venv $(VENV)
	@test -e $(VENV)/installed-$(words $(PYTHON_PACKAGES)) || { \
	  $(VENV)/bin/pip install -q --disable-pip-version-check $(PYTHON_PACKAGES) && \
	  touch $(VENV)/installed-$(words $(PYTHON_PACKAGES)); }

demo: build
	@Tests/Support/need $(DEMO_PACKAGES)
	@Tests/Support/demo $(STAGE)

# Both suites run even when the first one fails, and are counted together at the end.
test: setup-test build
	@Tests/Support/run-tests $(STAGE) $(VENV)

test-release: setup-test
	TOTP_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python $(SWIFT) test -c release --disable-xctest --scratch-path $(BUILD)/test-release

raise-floor:
	@cp $(BUILD)/counts Tests/floor && cat Tests/floor

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

format:
	swift format format --in-place --recursive --parallel Package.swift Sources Tests

sanitize: setup-test
	TOTP_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python SWIFT_BACKTRACE=enable=no $(SWIFT) test --disable-xctest --sanitize=address --scratch-path $(BUILD)/address
	TOTP_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python SWIFT_BACKTRACE=enable=no $(SWIFT) test --disable-xctest --sanitize=thread --scratch-path $(BUILD)/thread

coverage: setup-test
	TOTP_TEST_PYTHON=$(CURDIR)/$(VENV)/bin/python $(SWIFT) test --disable-xctest --enable-code-coverage
	"$$(dirname "$$(readlink -f "$$(command -v swift)")")/llvm-cov" report $(BUILD)/debug/totpPackageTests.xctest \
	  -instr-profile=$(BUILD)/debug/codecov/default.profdata -ignore-filename-regex='(Tests|\.build)/'

startup-order: build
	@Tests/Support/need valgrind
	Tests/Support/startup-order $(BUILD)/core/release/totp >$(BUILD)/startup-symbols
	cp $(BUILD)/startup-symbols Tests/Support/startup-symbols

# What libFuzzer finds is kept in .build/corpus/TARGET; a crash would start a tracer that hangs, so it is turned
# off. Leaks are not looked for: what the libraries keep to the end is theirs.
TARGET       ?= Picture
SECONDS      ?= 60
FUZZ_TARGETS := Backup Card Picture Token Vault
FUZZ_Backup  := Tests/InterchangeTests/Fixtures
FUZZ_Card    := Tests/Fuzz/Seeds/Card
FUZZ_Picture := Tests/PicturesTests/Fixtures
FUZZ_Token   := Tests/Fuzz/Seeds/Token
FUZZ_Vault   := Tests/Fuzz/Seeds/Vault
fuzz: setup-build
	TOTP_FUZZ=1 $(SWIFT) build -c release --scratch-path $(BUILD)/fuzz --product Fuzz --sanitize=fuzzer --sanitize=address
	Tests/Support/fuzz $(BUILD)/fuzz/release/Fuzz $(BUILD)/corpus $(TARGET) $(SECONDS) $(FUZZ_$(TARGET))

# Each of them, one after the other.
fuzz-all:
	for target in $(FUZZ_TARGETS); do $(MAKE) --no-print-directory fuzz TARGET=$$target; done

# One fault of each kind at each system call of each command that writes: thousands.
faults: build setup-test
	$(VENV)/bin/python Tests/Faults $(STAGE)/bin/totp

bench: build
	@Tests/Support/need $(DEMO_PACKAGES) zbar-tools python3
	TOTP_BENCH=1 $(SWIFT) build -c release --scratch-path $(BUILD)/bench --product Bench
	@Tests/Support/bench $(STAGE) $(BUILD)/bench/release/Bench
	@python3 Tests/Support/pictures.py $(STAGE)/bin/totp ../shared/pictures/otp ../shared/pictures/photos

check: lint test test-release sanitize

install: build
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/totp $(DESTDIR)$(PREFIX)/share/doc/totp/decisions
	install -m 755 $(STAGE)/bin/totp $(DESTDIR)$(PREFIX)/bin/totp
	install -m 755 $(HELPERS:%=$(STAGE)/libexec/totp/%) $(DESTDIR)$(PREFIX)/libexec/totp/
	install -m 644 README.md CHANGELOG.md LICENSE docs/*.md docs/vault.proto docs/open_vault.py $(DESTDIR)$(PREFIX)/share/doc/totp/
	install -m 644 docs/decisions/*.md $(DESTDIR)$(PREFIX)/share/doc/totp/decisions/
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	install -m 644 $(STAGE)/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -m 644 docs/man/totp-vault.5 $(DESTDIR)$(PREFIX)/share/man/man5/
	install -d $(DESTDIR)$(BASH_COMPLETIONS) $(DESTDIR)$(ZSH_COMPLETIONS) $(DESTDIR)$(FISH_COMPLETIONS)
	install -m 644 $(STAGE)/completions/totp.bash $(DESTDIR)$(BASH_COMPLETIONS)/totp
	install -m 644 $(STAGE)/completions/totp.zsh $(DESTDIR)$(ZSH_COMPLETIONS)/_totp
	install -m 644 $(STAGE)/completions/totp.fish $(DESTDIR)$(FISH_COMPLETIONS)/totp.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/totp
	rm -rf $(DESTDIR)$(PREFIX)/libexec/totp $(DESTDIR)$(PREFIX)/share/doc/totp
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/totp.1 $(DESTDIR)$(PREFIX)/share/man/man1/totp-*.1
	rm -f $(DESTDIR)$(PREFIX)/share/man/man5/totp-vault.5 $(DESTDIR)$(BASH_COMPLETIONS)/totp
	rm -f $(DESTDIR)$(ZSH_COMPLETIONS)/_totp $(DESTDIR)$(FISH_COMPLETIONS)/totp.fish

clean:
	rm -rf $(BUILD)
