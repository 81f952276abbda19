// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Foundation

// Core Foundation's types are Swift's here, so that the casts of toll-free bridging, which Linux has not, are identities.
public typealias CFTypeRef = AnyObject
public typealias CFString = String
public typealias CFDictionary = [String: Any]
public typealias CFData = Data
public typealias CFArray = [AnyObject]
public typealias CFError = NSError
public typealias OSStatus = Int32

// The values are those of the framework.
public let kSecClass: CFString = "class"
public let kSecClassGenericPassword: CFString = "genp"
public let kSecUseDataProtectionKeychain: CFString = "nleg"
public let kSecAttrService: CFString = "svce"
public let kSecAttrAccount: CFString = "acct"
public let kSecAttrGeneric: CFString = "gena"
public let kSecAttrAccessGroup: CFString = "agrp"
public let kSecAttrAccessible: CFString = "pdmn"
public let kSecValueData: CFString = "v_Data"
public let kSecReturnData: CFString = "r_Data"
public let kSecMatchLimit: CFString = "m_Limit"
public let kSecMatchLimitOne: CFString = "m_LimitOne"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    let (status, data) = StandInKeychain.copyMatching(query)
    result?.pointee = data.map { NSData(data: $0) }
    return status
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    StandInKeychain.add(attributes)
}

public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus {
    StandInKeychain.update(query, attributes)
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    StandInKeychain.delete(query)
}
