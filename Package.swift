// swift-tools-version: 6.3
// SPDX-License-Identifier: MIT
import PackageDescription

/// Every target is held to these: data races, unmarked unsafe code and warnings are errors.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// `Secrets` hands out spans of memory that it guards, which needs lifetime annotations.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

let libraries: [Target] = [
  .target(
    name: "Secrets",
    dependencies: ["CSodium"],
    swiftSettings: strict + lifetimes
  ),
  .target(name: "OTPCore", dependencies: ["Secrets"], swiftSettings: strict),
  .target(
    name: "Vault",
    dependencies: ["OTPCore", "Secrets", "CSodium", "CLinux"],
    swiftSettings: strict
  ),
  .target(
    name: "Pictures",
    dependencies: ["CPNG", "CJPEG", "CWebP", "CTIFF", "CHEIF", "CZBar", "CZXing", "CIconv"],
    path: "Sources/Scan/Pictures",
    swiftSettings: strict
  ),
  .target(
    name: "Draw",
    dependencies: ["CQRencode", "CZlib"],
    path: "Sources/Scan/Draw",
    swiftSettings: strict
  ),
  .target(
    name: "Card",
    dependencies: ["OTPCore", "Secrets", "CPCSC"],
    path: "Sources/Scan/Card",
    swiftSettings: strict
  ),
  .target(
    name: "Interchange",
    dependencies: [
      "OTPCore", "Secrets", "CSodium", "CCrypto", "CArgon2", "CArchive", "CSQLite", "CQRencode",
    ],
    swiftSettings: strict
  ),
  .target(name: "CommandLineKit", swiftSettings: strict),
  .target(
    name: "Shell",
    dependencies: ["CommandLineKit", "Vault", "OTPCore", "Secrets", "CLinux"],
    swiftSettings: strict
  ),
]

let executables: [Target] = [
  .executableTarget(
    name: "totp",
    dependencies: ["Shell", "CommandLineKit", "Vault", "OTPCore", "Secrets"],
    swiftSettings: strict
  ),
  .executableTarget(
    name: "totp-worker",
    dependencies: [
      "Shell", "CommandLineKit", "Pictures", "Draw", "Interchange", "OTPCore", "Secrets", "CLinux",
      "CSandbox",
    ],
    swiftSettings: strict
  ),
  .executableTarget(
    name: "totp-screenshot",
    dependencies: ["Shell", "OTPCore", "Secrets", "CPortal"],
    swiftSettings: strict
  ),
  .executableTarget(
    name: "totp-yubikey",
    dependencies: ["Shell", "CommandLineKit", "Card", "OTPCore", "Secrets"],
    swiftSettings: strict
  ),
]

let cLibraries: [Target] = [
  .systemLibrary(
    name: "CSodium",
    path: "Sources/C/CSodium",
    pkgConfig: "libsodium",
    providers: [.apt(["libsodium-dev"])]
  ),
  .systemLibrary(name: "CIconv", path: "Sources/C/CIconv"),
  .systemLibrary(
    name: "CZBar",
    path: "Sources/C/CZBar",
    pkgConfig: "zbar",
    providers: [.apt(["libzbar-dev"])]
  ),
  .target(name: "CPNG", path: "Sources/C/CPNG", linkerSettings: [.linkedLibrary("png")]),
  .target(name: "CJPEG", path: "Sources/C/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
  .target(name: "CWebP", path: "Sources/C/CWebP", linkerSettings: [.linkedLibrary("webp")]),
  .target(
    name: "CZXing",
    path: "Sources/C/CZXing",
    linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("stdc++")]
  ),
  .target(
    name: "CSandbox",
    path: "Sources/C/CSandbox",
    linkerSettings: [.linkedLibrary("seccomp")]
  ),
  .target(name: "CTIFF", path: "Sources/C/CTIFF"),
  .target(name: "CHEIF", path: "Sources/C/CHEIF"),
  .systemLibrary(
    name: "CQRencode",
    path: "Sources/C/CQRencode",
    pkgConfig: "libqrencode",
    providers: [.apt(["libqrencode-dev"])]
  ),
  .systemLibrary(
    name: "CZlib",
    path: "Sources/C/CZlib",
    pkgConfig: "zlib",
    providers: [.apt(["zlib1g-dev"])]
  ),
  .systemLibrary(
    name: "CDBus",
    path: "Sources/C/CDBus",
    pkgConfig: "dbus-1",
    providers: [.apt(["libdbus-1-dev"])]
  ),
  .target(name: "CPortal", dependencies: ["CDBus"], path: "Sources/C/CPortal"),
  .systemLibrary(
    name: "CPCSC",
    path: "Sources/C/CPCSC",
    pkgConfig: "libpcsclite",
    providers: [.apt(["libpcsclite-dev"])]
  ),
  .systemLibrary(
    name: "CCrypto",
    path: "Sources/C/CCrypto",
    providers: [.apt(["libssl-dev"])]
  ),
  .systemLibrary(
    name: "CArgon2",
    path: "Sources/C/CArgon2",
    providers: [.apt(["libargon2-dev"])]
  ),
  .systemLibrary(
    name: "CArchive",
    path: "Sources/C/CArchive",
    providers: [.apt(["libarchive-dev"])]
  ),
  .systemLibrary(
    name: "CSQLite",
    path: "Sources/C/CSQLite",
    providers: [.apt(["libsqlite3-dev"])]
  ),
  .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
]

let tests: [Target] = [
  .target(
    name: "TestKit",
    dependencies: ["Shell", "CommandLineKit", "Vault", "OTPCore", "Secrets"],
    path: "Tests/TestKit",
    swiftSettings: strict
  ),
  .testTarget(name: "SecretsTests", dependencies: ["Secrets", "TestKit"], swiftSettings: strict),
  .testTarget(
    name: "OTPCoreTests",
    dependencies: ["OTPCore", "Secrets", "TestKit"],
    resources: [.copy("Vectors"), .copy("Peers")],
    swiftSettings: strict
  ),
  .testTarget(
    name: "VaultTests",
    dependencies: ["Vault", "OTPCore", "Secrets", "TestKit"],
    swiftSettings: strict
  ),
  .testTarget(
    name: "PicturesTests",
    dependencies: ["Pictures"],
    exclude: ["draw_fixtures.py"],
    resources: [.copy("Fixtures")],
    swiftSettings: strict
  ),
  .testTarget(
    name: "DrawTests",
    dependencies: ["Draw"],
    path: "Tests/DrawTests",
    swiftSettings: strict
  ),
  .testTarget(
    name: "InterchangeTests",
    dependencies: ["Interchange", "OTPCore", "Secrets", "TestKit"],
    exclude: ["write_fixtures.py"],
    resources: [.copy("Fixtures")],
    swiftSettings: strict
  ),
  .testTarget(
    name: "CardTests",
    dependencies: ["Card", "OTPCore", "Secrets", "TestKit"],
    resources: [.copy("Vectors")],
    swiftSettings: strict
  ),
  .testTarget(
    name: "CommandLineKitTests",
    dependencies: ["CommandLineKit", "TestKit"],
    swiftSettings: strict
  ),
  .testTarget(
    name: "ShellTests",
    dependencies: ["Shell", "CommandLineKit", "Vault", "OTPCore", "Secrets", "TestKit"],
    swiftSettings: strict
  ),
  .testTarget(
    name: "TotpTests",
    dependencies: ["totp", "Shell", "CommandLineKit", "Vault", "OTPCore", "Secrets", "TestKit"],
    swiftSettings: strict
  ),
  .testTarget(name: "ArchitectureTests", dependencies: ["TestKit"], swiftSettings: strict),
]

/// Measurements, built only when asked for.
let benches: [Target] =
  Context.environment["TOTP_BENCH"] == nil
  ? []
  : [
    .executableTarget(
      name: "Bench",
      dependencies: ["OTPCore", "Secrets", "CSodium"],
      path: "Tests/Bench",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "Rungs",
      dependencies: ["Pictures"],
      path: "Tests/Rungs",
      swiftSettings: strict
    ),
  ]

/// The fuzzer, built only when asked for: everything in it is instrumented.
let fuzzers: [Target] =
  Context.environment["TOTP_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["Card", "Interchange", "OTPCore", "Pictures", "Secrets", "Vault"],
      path: "Tests/Fuzz/Targets",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]
    )
  ]

let package = Package(
  name: "totp",
  products: [
    .executable(name: "totp", targets: ["totp"]),
    .executable(name: "totp-worker", targets: ["totp-worker"]),
    .executable(name: "totp-yubikey", targets: ["totp-yubikey"]),
    .executable(name: "totp-screenshot", targets: ["totp-screenshot"]),
    .library(name: "OTPCore", targets: ["OTPCore"]),
    .library(name: "Vault", targets: ["Vault"]),
    .library(name: "Scan", targets: ["Pictures", "Card", "Draw"]),
  ],
  targets: libraries + executables + cLibraries + tests + benches + fuzzers,
  cxxLanguageStandard: .cxx20
)
