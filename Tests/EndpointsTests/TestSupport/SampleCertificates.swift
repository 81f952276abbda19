import Foundation

/// Certificates of a small authority, made by openssl, which hold for a hundred years.
enum SampleCertificates {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBfTCCASOgAwIBAgIUEuWaoMB954o1pI+lw300Ivue4hYwCgYIKoZIzj0EAwIw
        EzERMA8GA1UEAwwIVGFibGUgQ0EwIBcNMjYxMjAxMTgyMDQxWhgPMjEyNjExMDcx
        ODIwNDFaMBMxETAPBgNVBAMMCFRhYmxlIENBMFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAE0u0wFOBsAml1q27UuOnzB0zx/ee4fau32u9jTZwh6w1oL/D6sIh2s4lw
        HczCbLbbIL0sdqqcWvICqWc6XVNwaKNTMFEwHQYDVR0OBBYEFHrtSRtT3Sde32IW
        uy77u4IcBFpyMB8GA1UdIwQYMBaAFHrtSRtT3Sde32IWuy77u4IcBFpyMA8GA1Ud
        EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAI0l9DN798Gmnc4o7y7Cgiio
        d3cp7WiejGrpPS+emZUGAiAFehT4rr59O8nM93qHjWwmP4bPj3lVr1jm2v7BYFhq
        fw==
        -----END CERTIFICATE-----
        """
    static let client = """
        -----BEGIN CERTIFICATE-----
        MIIBHzCBxwIUeGah4l5eafEbr4Y0D/hOndtfvL4wCgYIKoZIzj0EAwIwEzERMA8G
        A1UEAwwIVGFibGUgQ0EwIBcNMjYxMjAxMTgyMDQyWhgPMjEyNjExMDcxODIwNDJa
        MBExDzANBgNVBAMMBmNsaWVudDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDtr
        t5kX/vNH/iIRD8Q6seXgftiWc4HEPDslhVHdGJ7D7+EeLvYLZs74QqJ75nZCeLuJ
        Gi0UfFJWGwlN4KN94OcwCgYIKoZIzj0EAwIDRwAwRAIgJ5vj+IUpFoJ7Vv5dHbxg
        TxlOukVSnTeozjMWCilHfNUCIBHuKjOOnTM4XRyWpNz7+M43DhYVqlbudiLlMqnO
        nwus
        -----END CERTIFICATE-----
        """
    static let key = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIDmCGeIaqpgr8dEGirZWpiKZQyJjuGQrPZMhcwpOad5DoAoGCCqGSM49
        AwEHoUQDQgAEO2u3mRf+80f+IhEPxDqx5eB+2JZzgcQ8OyWFUd0YnsPv4R4u9gtm
        zvhConvmdkJ4u4kaLRR8UlYbCU3go33g5w==
        -----END EC PRIVATE KEY-----
        """
    /// Its password is `open`.
    static let encryptedKey = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAh7VJkVIz8FawICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEELx1iwCjYIUNAT2S4MdTNZEEgZAz
        6TspeD6zPBeTWDeP9moGE+zytS11Nt2y5PxLTrLf/f63d3efWeMpybCMy6n9H0mU
        6IZg3eG6yny0awEQJlmvzEiCEob55151V16i5NOueCoDdGyjzmF6jOswrBe/RbRl
        3HsRNhigeTJK3fYbrGORVzKI/Sk0aCptiBehQ7tg+K8snzdJn3AmpqZP0q4eWYU=
        -----END ENCRYPTED PRIVATE KEY-----
        """
    /// Its password is `open`.
    static let pkcs12 = decoded(
        """
        MIIDrAIBAzCCA2IGCSqGSIb3DQEHAaCCA1MEggNPMIIDSzCCAgIGCSqGSIb3DQEHBqCCAfMwggHvAgEAMIIB6AYJKoZIhvcNAQcB\
        MFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjv2fZcf9Ph0wICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEHb+\
        hE6DGPpXyBUfh8X950WAggGAC1XTdOn+aVxzbEGc8mBF6nDDRm8SMqM0lXvf26iMTYoRZZ0vdIQYjHEVeA7TJlUwL82P2GMfo3Bo\
        LAHdD8JBnss/LkjU9cPOXY8g0SS80RE17TAaAx8XCZZTSmyPA4fs27YwR6Uaty29XM4k+I53k5kBnYioctCN7ny4/LA6Dek3RQsD\
        lWonO7UqjDfcBKmSCzwan1KCnKhNtqJue47n1B78zp/1TucAyzIZDer+aDR8kC/nVxHLcwTVGS7UUq2uFfuO7zXC+a/LLbGy27Fq\
        AZfKxhtCNJpUu19d59qV4L2/4ppG03bZ1ahp+mtmhai1NThw5ZyIFL4JN1VZp1EdV/og9PzHglc3rmVLkXhy1RXJlMRm6GQ0Vm7t\
        VhGl3/G+nnFsFnSVBBVWtebOmI6kYUsrQA+elBKaM2FD903+5fdNpNgl7Spb/5TRaBJ9DUpya4dQCier0QytDhShmitNsoyD85GU\
        lJnWt6Mn7wnEhk6pleIcQB98hHNy3gX371PlMIIBQQYJKoZIhvcNAQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8w\
        gewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECMwlsxOFAIvEAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ\
        p+I9x0aTk3gjwcn5pd7WYASBkFg+BdW0WQGy+ZS0iof1popgOfSPxyEDgWUoF/EIl52dGJerrGRW8Q+vKOXEUDaujtcDP7wVa4Sz\
        i4IfTO7j3b6VObL2cuq9YscVVY64NyBJiOtygZ4G6bvXCmFVn55fmWuN6xNqe1MRbVqf2+A+2chSzP4WpOu9vZwskH/ZFAKRF/xf\
        N8orE9WO8t0lK4nx7zElMCMGCSqGSIb3DQEJFTEWBBS1SPR7pawD36tCrQEtbYzsyGeQPDBBMDEwDQYJYIZIAWUDBAIBBQAEIBUg\
        bAeVzzP9HY4Rk0IQ3dfPd9aquGVVqU0TZ2hgNz5rBAjlMmUhVnqGQAICCAA=
        """)
    /// Encrypted by RC2, which OpenSSL 3 has left; its password is `open`.
    static let oldPKCS12 = decoded(
        """
        MIIDIgIBAzCCAugGCSqGSIb3DQEHAaCCAtkEggLVMIIC0TCCAccGCSqGSIb3DQEHBqCCAbgwggG0AgEAMIIBrQYJKoZIhvcNAQcB\
        MBwGCiqGSIb3DQEMAQYwDgQIDRYTDvaRrf0CAggAgIIBgNPhLuIYKrpfxpYse1RoaHGudTXjQjcGi1fQTU1J23qG0q1LqvMbAyQu\
        OFb181BxwnOsbyeqZmd6pO4eOaDAlkSHY31ZTMLNcaPK8o0MAjylZ2+O16R0699m9bKRfwGLVe6lx8dwKAToAkSL+k8vLnep/hAo\
        dVpb1LS3X4gFgXAd+WaouiuCt4l6FMkEKXvYs1H9OKsqyN9zQIinIyqvoLM2fYo+52V/v6UU7/avx7m9CKfJy80NQvOsTykw8LnE\
        I5T5/VFDNkq+IAR6i2Z//AQIqJtyM8BNmuQYNKtE82B+0Je20gp49mLbmncIUVlBPHVQLmjpasIJ9sxVmMHpEELmDN6gVviJIdzw\
        3829lFPSYxtQHe1uNqRw4f+lTdwqQ1fbK1SortU3PaOKkqCJ9FuKNIlv9XZTOhVc+Q0wnZ87RVFYHC0wU1QU/laFmNGZjius69Pc\
        c/m9LuXqX9BHFGFiZRK6VCq4BCatHvXpxLdvDPmAzUU7ZEBOV9rMAlTc9jCCAQIGCSqGSIb3DQEHAaCB9ASB8TCB7jCB6wYLKoZI\
        hvcNAQwKAQKggbQwgbEwHAYKKoZIhvcNAQwBAzAOBAjLlx7ejJGr3AICCAAEgZBzQd28Z9CP8Lkqie2tUdfa7elFbUgDMBe40+eD\
        /MGaMpSglsYxyJqC87cs0neDIocXHLWv+ZorUQblmjpRvDm9JIx9pJXHfJKnBFZ9yvrIyFo9gnVZOzaQH8r3Fzh+2C0ceMmUxmlm\
        wH1ffyF8dB54DL71ltSwZd/xo8OFwdwVQ/hy3MTuzvm/l0FX9i8rEG8xJTAjBgkqhkiG9w0BCRUxFgQUtUj0e6WsA9+rQq0BLW2M\
        7MhnkDwwMTAhMAkGBSsOAwIaBQAEFNZhOvqF1sp8mBt2nj/VHi8dl+wHBAiUqn01zW8f1wICCAA=
        """)

    private static func decoded(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
}
