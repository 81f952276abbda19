// The numbers are those of SecBase.h, which are the same on all of Apple's platforms.
extension KeychainError.Code {
    /// Nothing is wrong.
    package static let success = Self(status: 0)
    /// There is no such item, which is no error of a load.
    public static let itemNotFound = Self(status: -25300)
    /// The item is there already, and still can't be changed.
    public static let duplicateItem = Self(status: -25299)
    /// The device is locked, or has not been unlocked since it was started.
    public static let interactionNotAllowed = Self(status: -25308)
    /// The user would have to be asked, and can't be.
    public static let interactionRequired = Self(status: -25315)
    /// The app's signature doesn't give it this keychain or access group.
    public static let missingEntitlement = Self(status: -34018)
    /// The keychain's service doesn't answer yet or any more.
    public static let notAvailable = Self(status: -25291)
    /// The item belongs to somebody else, or the passcode was wrong.
    public static let authFailed = Self(status: -25293)
    /// The item can't be decrypted.
    public static let decode = Self(status: -26275)
    /// The user refused the access.
    public static let userCanceled = Self(status: -128)
    /// An attribute has a value that the keychain doesn't take.
    public static let param = Self(status: -50)
    /// There is not enough memory.
    public static let allocate = Self(status: -108)
    /// The disk is full.
    public static let diskFull = Self(status: -34)
    /// The keychain's file could not be read or written.
    public static let inputOutput = Self(status: -36)

    /// The name of the constant in the Security framework; nil for a number that isn't in the table.
    public var name: String? { status.flatMap { Self.names[$0] } }

    /// The statuses that a generic password can meet, by number.
    package static let names: [Int32: String] = [
        0: "errSecSuccess",
        -4: "errSecUnimplemented",
        -34: "errSecDiskFull",
        -36: "errSecIO",
        -49: "errSecOpWr",
        -50: "errSecParam",
        -61: "errSecWrPerm",
        -108: "errSecAllocate",
        -128: "errSecUserCanceled",
        -909: "errSecBadReq",
        -2070: "errSecInternalComponent",
        -4960: "errSecCoreFoundationUnknown",
        -25243: "errSecNoAccessForItem",
        -25244: "errSecInvalidOwnerEdit",
        -25291: "errSecNotAvailable",
        -25292: "errSecReadOnly",
        -25293: "errSecAuthFailed",
        -25294: "errSecNoSuchKeychain",
        -25295: "errSecInvalidKeychain",
        -25299: "errSecDuplicateItem",
        -25300: "errSecItemNotFound",
        -25301: "errSecBufferTooSmall",
        -25302: "errSecDataTooLarge",
        -25303: "errSecNoSuchAttr",
        -25304: "errSecInvalidItemRef",
        -25305: "errSecInvalidSearchRef",
        -25306: "errSecNoSuchClass",
        -25307: "errSecNoDefaultKeychain",
        -25308: "errSecInteractionNotAllowed",
        -25309: "errSecReadOnlyAttr",
        -25310: "errSecWrongSecVersion",
        -25312: "errSecNoStorageModule",
        -25315: "errSecInteractionRequired",
        -25316: "errSecDataNotAvailable",
        -25317: "errSecDataNotModifiable",
        -25320: "errSecInDarkWake",
        -26275: "errSecDecode",
        -34018: "errSecMissingEntitlement",
        -67585: "errSecServiceNotAvailable",
        -67586: "errSecInsufficientClientID",
        -67596: "errSecQuotaExceeded",
    ]

    /// What to do about it.
    var remedy: String {
        switch self {
        case .interactionNotAllowed, .interactionRequired, Self(status: -25320), Self(status: -25316):
            """
            Nothing is lost. The device is locked, or has not been unlocked since it was started: try again once it \
            is. For work in the background, keep the tokens with the accessibility afterFirstUnlockThisDeviceOnly.
            """
        case .missingEntitlement, Self(status: -67586), Self(status: -25243):
            """
            In an app, sign it with a team and add the capability Keychain Sharing or App Groups with the access group \
            that the storage names. A command-line tool without a provisioning profile has no such keychain: use \
            FileTokenStorage there.
            """
        case .notAvailable, Self(status: -67585):
            "Nothing is lost. The keychain does not answer at the moment: try again later."
        case .authFailed, .userCanceled:
            "Nothing is lost. Access was refused: try again, and let the app use the item when you are asked."
        case .duplicateItem:
            """
            Other processes add and delete the item at the same time: try again. When it stays so, the item in its \
            place can't be changed: clear the storage and sign in again.
            """
        case .decode, .unreadableContent:
            "Nothing was deleted. When it stays so, clear the storage and sign in again."
        case .unwritableContent:
            "The tokens from before are still there. Give the pair dates that are finite, or nil."
        case .param, Self(status: -25303), Self(status: -25306):
            "Check the service, the account and the access group that the storage was created with."
        case .diskFull, .allocate, Self(status: -67596):
            "Nothing is lost. Free some space and try again."
        default:
            """
            Nothing was deleted. Try again; when it stays so, “security error \(status ?? 0)” in the Terminal of a Mac \
            tells what the system knows about it.
            """
        }
    }
}
