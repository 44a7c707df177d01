// SPDX-License-Identifier: MIT

/// The formats of other apps, by the names that `--format` takes.
package enum Format: String, CaseIterable, Sendable {
  case otpauth
  case aegis
  case twoFAS = "2fas"
  case andOTP = "andotp"
  case authy
  case authenticatorPlus = "authenticator-plus"
  case battleNet = "battle-net"
  case bitwarden
  case bitwardenCSV = "bitwarden-csv"
  case cotp
  case csv
  case duo
  case ente
  case freeOTP = "freeotp"
  case freeOTP2 = "freeotp2"
  case freeOTPPlus = "freeotp-plus"
  case gauth
  case google
  case googleDatabase = "google-database"
  case html
  case keePass = "keepass"
  case keePassCSV = "keepassxc-csv"
  case keePassXML = "keepass-xml"
  case lastPass = "lastpass"
  case microsoft
  case onePassword = "1password"
  case onePasswordCSV = "1password-csv"
  case otpClient = "otpclient"
  case proton
  case raivo
  case steam
  case stratum
  case totpAuthenticator = "totp-authenticator"
  case totpCLI = "totp-cli"
  case twoFA = "2fa"
  case winAuth = "winauth"

  /// What people call it.
  package var title: String {
    switch self {
    case .otpauth: "a list of otpauth URIs"
    case .aegis: "Aegis"
    case .twoFAS: "2FAS"
    case .andOTP: "andOTP"
    case .authy: "Authy"
    case .authenticatorPlus: "Authenticator Plus"
    case .battleNet: "Battle.net"
    case .bitwarden: "Bitwarden"
    case .bitwardenCSV: "Bitwarden (CSV)"
    case .cotp: "cotp"
    case .csv: "a table (CSV)"
    case .duo: "Duo Mobile"
    case .ente: "Ente Auth"
    case .freeOTP: "FreeOTP"
    case .freeOTP2: "FreeOTP 2"
    case .freeOTPPlus: "FreeOTP+"
    case .gauth: "gauth"
    case .google: "Google Authenticator"
    case .googleDatabase: "Google Authenticator (database)"
    case .html: "a page (HTML)"
    case .keePass: "KeePass"
    case .keePassCSV: "KeePassXC (CSV)"
    case .keePassXML: "KeePass (XML)"
    case .lastPass: "LastPass Authenticator"
    case .microsoft: "Microsoft Authenticator"
    case .onePassword: "1Password"
    case .onePasswordCSV: "1Password (CSV)"
    case .otpClient: "OTPClient"
    case .proton: "Proton Authenticator"
    case .raivo: "Raivo"
    case .steam: "Steam"
    case .stratum: "Stratum"
    case .totpAuthenticator: "TOTP Authenticator"
    case .totpCLI: "totp-cli"
    case .twoFA: "2fa"
    case .winAuth: "WinAuth"
    }
  }
}
