// OpenSSL, which libcurl has loaded: what a session trusts and shows is put into each of its TLS contexts.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CEndpointsCurl.h"
#include "lookup.h"

#include <stdlib.h>
#include <string.h>

typedef struct bio BIO;
typedef struct certificate X509;
typedef struct key EVP_PKEY;
typedef struct store X509_STORE;
typedef struct store_context X509_STORE_CTX;
typedef struct container PKCS12;
typedef struct stack STACK;
typedef struct tls_context SSL_CTX;

enum {
    DIGEST_SIZE = 32,
    // Of openssl/x509_vfy.h and openssl/ssl.h.
    PARTIAL_CHAIN = 0x80000,
    ADD_CHAIN_CERTIFICATE = 89,
    SET_VERIFY_STORE = 106,
};

static struct {
    BIO *(*BIO_new_mem_buf)(const void *, int);
    void (*BIO_free_all)(BIO *);
    X509 *(*PEM_read_bio_X509)(BIO *, X509 **, void *, void *);
    EVP_PKEY *(*PEM_read_bio_PrivateKey)(BIO *, EVP_PKEY **, void *, void *);
    PKCS12 *(*d2i_PKCS12_bio)(BIO *, PKCS12 **);
    int (*PKCS12_verify_mac)(PKCS12 *, const char *, int);
    int (*PKCS12_parse)(PKCS12 *, const char *, EVP_PKEY **, X509 **, STACK **);
    void (*PKCS12_free)(PKCS12 *);
    STACK *(*OPENSSL_sk_new_null)(void);
    int (*OPENSSL_sk_push)(STACK *, const void *);
    int (*OPENSSL_sk_num)(const STACK *);
    void *(*OPENSSL_sk_value)(const STACK *, int);
    void (*OPENSSL_sk_pop_free)(STACK *, void (*)(void *));
    void (*X509_free)(X509 *);
    void *(*X509_get_X509_PUBKEY)(const X509 *);
    int (*i2d_X509_PUBKEY)(void *, unsigned char **);
    int (*X509_check_private_key)(const X509 *, const EVP_PKEY *);
    void (*EVP_PKEY_free)(EVP_PKEY *);
    X509_STORE *(*X509_STORE_new)(void);
    void (*X509_STORE_free)(X509_STORE *);
    int (*X509_STORE_add_cert)(X509_STORE *, X509 *);
    int (*X509_STORE_set_flags)(X509_STORE *, unsigned long);
    STACK *(*X509_STORE_CTX_get0_chain)(X509_STORE_CTX *);
    void (*X509_STORE_CTX_set_error)(X509_STORE_CTX *, int);
    int (*X509_verify_cert)(X509_STORE_CTX *);
    unsigned char *(*SHA256)(const unsigned char *, size_t, unsigned char *);
    void (*CRYPTO_free)(void *, const char *, int);
    void (*ERR_clear_error)(void);
    X509_STORE *(*SSL_CTX_get_cert_store)(const SSL_CTX *);
    void (*SSL_CTX_set_cert_verify_callback)(SSL_CTX *, int (*)(X509_STORE_CTX *, void *), void *);
    int (*SSL_CTX_use_certificate)(SSL_CTX *, X509 *);
    int (*SSL_CTX_use_PrivateKey)(SSL_CTX *, EVP_PKEY *);
    long (*SSL_CTX_ctrl)(SSL_CTX *, int, long, void *);
} ssl;

struct ec_tls {
    // Certificates that are trusted: alone, or besides those of the system.
    STACK *authorities;
    X509_STORE *store;
    // What is shown to a server that asks for it.
    X509 *certificate;
    EVP_PKEY *key;
    STACK *chain;
    // SHA-256 hashes of the public keys that a chain must have one of.
    uint8_t *pins;
    size_t pin_count;
};

bool ec_tls_load(void) {
    // The process may have another OpenSSL besides; it is libcurl's that counts, which has been loaded with it.
    const char *name = ec_tls_library();
    void *library = NULL;
    if (strncmp(name, "OpenSSL/3", 9) == 0) library = dlopen("libssl.so.3", RTLD_NOW | RTLD_NOLOAD);
    if (strncmp(name, "OpenSSL/1.1", 11) == 0) library = dlopen("libssl.so.1.1", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return false;
#define LOOK_UP(name) \
    if (!(*(void **)&ssl.name = dlsym(library, #name))) return false;
    LOOK_UP(BIO_new_mem_buf)
    LOOK_UP(BIO_free_all)
    LOOK_UP(PEM_read_bio_X509)
    LOOK_UP(PEM_read_bio_PrivateKey)
    LOOK_UP(d2i_PKCS12_bio)
    LOOK_UP(PKCS12_verify_mac)
    LOOK_UP(PKCS12_parse)
    LOOK_UP(PKCS12_free)
    LOOK_UP(OPENSSL_sk_new_null)
    LOOK_UP(OPENSSL_sk_push)
    LOOK_UP(OPENSSL_sk_num)
    LOOK_UP(OPENSSL_sk_value)
    LOOK_UP(OPENSSL_sk_pop_free)
    LOOK_UP(X509_free)
    LOOK_UP(X509_get_X509_PUBKEY)
    LOOK_UP(i2d_X509_PUBKEY)
    LOOK_UP(X509_check_private_key)
    LOOK_UP(EVP_PKEY_free)
    LOOK_UP(X509_STORE_new)
    LOOK_UP(X509_STORE_free)
    LOOK_UP(X509_STORE_add_cert)
    LOOK_UP(X509_STORE_set_flags)
    LOOK_UP(X509_STORE_CTX_get0_chain)
    LOOK_UP(X509_STORE_CTX_set_error)
    LOOK_UP(X509_verify_cert)
    LOOK_UP(SHA256)
    LOOK_UP(CRYPTO_free)
    LOOK_UP(ERR_clear_error)
    LOOK_UP(SSL_CTX_get_cert_store)
    LOOK_UP(SSL_CTX_set_cert_verify_callback)
    LOOK_UP(SSL_CTX_use_certificate)
    LOOK_UP(SSL_CTX_use_PrivateKey)
    LOOK_UP(SSL_CTX_ctrl)
    return true;
}

static void free_certificate(void *certificate) { ssl.X509_free(certificate); }

ec_tls *ec_tls_make(void) { return calloc(1, sizeof(ec_tls)); }

void ec_tls_free(ec_tls *tls) {
    ssl.OPENSSL_sk_pop_free(tls->authorities, free_certificate);
    ssl.OPENSSL_sk_pop_free(tls->chain, free_certificate);
    ssl.X509_STORE_free(tls->store);
    ssl.X509_free(tls->certificate);
    ssl.EVP_PKEY_free(tls->key);
    free(tls->pins);
    free(tls);
}

// The certificates of a PEM text; null when there is none, or one is broken.
static STACK *certificates(const void *pem, size_t size) {
    BIO *input = ssl.BIO_new_mem_buf(pem, (int)size);
    STACK *all = ssl.OPENSSL_sk_new_null();
    for (X509 *next; (next = ssl.PEM_read_bio_X509(input, NULL, NULL, NULL));) ssl.OPENSSL_sk_push(all, next);
    ssl.ERR_clear_error();
    ssl.BIO_free_all(input);
    return all;
}

size_t ec_tls_trust(ec_tls *tls, const void *pem, size_t size, bool alone) {
    tls->authorities = certificates(pem, size);
    int count = ssl.OPENSSL_sk_num(tls->authorities);
    if (alone && (tls->store = ssl.X509_STORE_new())) {
        // As for libcurl's own, the chain may end at any certificate that is trusted.
        ssl.X509_STORE_set_flags(tls->store, PARTIAL_CHAIN);
        for (int i = 0; i < count; i++)
            ssl.X509_STORE_add_cert(tls->store, ssl.OPENSSL_sk_value(tls->authorities, i));
    }
    return count < 0 ? 0 : (size_t)count;
}

static ec_identity checked_identity(ec_tls *tls) {
    ssl.ERR_clear_error();
    if (!tls->certificate || !tls->key) return EC_IDENTITY_MALFORMED;
    return ssl.X509_check_private_key(tls->certificate, tls->key) == 1 ? EC_IDENTITY_OK : EC_IDENTITY_MISMATCH;
}

ec_identity ec_tls_identify_pem(
    ec_tls *tls, const void *pem, size_t size, size_t count, const void *key, size_t key_size, const char *password) {
    BIO *input = ssl.BIO_new_mem_buf(pem, (int)size);
    tls->certificate = ssl.PEM_read_bio_X509(input, NULL, NULL, NULL);
    tls->chain = ssl.OPENSSL_sk_new_null();
    for (X509 *next; (next = ssl.PEM_read_bio_X509(input, NULL, NULL, NULL));) ssl.OPENSSL_sk_push(tls->chain, next);
    ssl.BIO_free_all(input);
    if ((size_t)ssl.OPENSSL_sk_num(tls->chain) + 1 != count) return checked_identity(tls);
    input = ssl.BIO_new_mem_buf(key, (int)key_size);
    // Without a password it would be asked for at the terminal.
    tls->key = ssl.PEM_read_bio_PrivateKey(input, NULL, NULL, (void *)(password ? password : ""));
    ssl.BIO_free_all(input);
    if (tls->certificate && !tls->key && memmem(key, key_size, "ENCRYPTED", 9)) {
        ssl.ERR_clear_error();
        return EC_IDENTITY_PASSWORD;
    }
    return checked_identity(tls);
}

ec_identity ec_tls_identify_pkcs12(ec_tls *tls, const void *data, size_t size, const char *password) {
    BIO *input = ssl.BIO_new_mem_buf(data, (int)size);
    PKCS12 *container = ssl.d2i_PKCS12_bio(input, NULL);
    ssl.BIO_free_all(input);
    ec_identity result = EC_IDENTITY_MALFORMED;
    if (container && ssl.PKCS12_parse(container, password, &tls->key, &tls->certificate, &tls->chain)) {
        result = checked_identity(tls);
    } else if (container) {
        // If the password is right, it is a cipher that OpenSSL has no longer.
        bool opens = ssl.PKCS12_verify_mac(container, password, -1) || (!password && ssl.PKCS12_verify_mac(container, "", 0));
        result = opens ? EC_IDENTITY_OLD_CIPHER : EC_IDENTITY_PASSWORD;
        tls->key = NULL;
        tls->certificate = NULL;
        tls->chain = NULL;
    }
    ssl.ERR_clear_error();
    ssl.PKCS12_free(container);
    return result;
}

bool ec_tls_pin(ec_tls *tls, const uint8_t *hashes, size_t count) {
    tls->pins = malloc(count * DIGEST_SIZE);
    if (!tls->pins) return false;
    memcpy(tls->pins, hashes, count * DIGEST_SIZE);
    tls->pin_count = count;
    return true;
}

static bool is_pinned(const ec_tls *tls, X509 *certificate) {
    unsigned char *encoded = NULL, digest[DIGEST_SIZE];
    int size = ssl.i2d_X509_PUBKEY(ssl.X509_get_X509_PUBKEY(certificate), &encoded);
    if (size <= 0) return false;
    ssl.SHA256(encoded, (size_t)size, digest);
    ssl.CRYPTO_free(encoded, "", 0);
    for (size_t i = 0; i < tls->pin_count; i++)
        if (memcmp(tls->pins + i * DIGEST_SIZE, digest, DIGEST_SIZE) == 0) return true;
    return false;
}

// Checks a chain as ever, and that it has a pinned key besides. It runs in the handshake, so nothing has been sent.
static int verify(X509_STORE_CTX *context, void *settings) {
    if (ssl.X509_verify_cert(context) != 1) return 0;
    STACK *chain = ssl.X509_STORE_CTX_get0_chain(context);
    for (int i = 0; i < ssl.OPENSSL_sk_num(chain); i++)
        if (is_pinned(settings, ssl.OPENSSL_sk_value(chain, i))) return 1;
    ssl.X509_STORE_CTX_set_error(context, EC_VERIFY_REFUSED_BY_APPLICATION);
    return 0;
}

int ec_tls_set_up(void *context, const ec_tls *tls) {
    if (tls->store) {
        // Besides the context's own store, which libcurl may still fill with the system's, and which counts no more.
        if (ssl.SSL_CTX_ctrl(context, SET_VERIFY_STORE, 1, tls->store) != 1) return -1;
    } else if (tls->authorities) {
        X509_STORE *store = ssl.SSL_CTX_get_cert_store(context);
        for (int i = 0; i < ssl.OPENSSL_sk_num(tls->authorities); i++)
            if (!ssl.X509_STORE_add_cert(store, ssl.OPENSSL_sk_value(tls->authorities, i))) return -1;
    }
    if (tls->certificate) {
        if (!ssl.SSL_CTX_use_certificate(context, tls->certificate)) return -1;
        if (!ssl.SSL_CTX_use_PrivateKey(context, tls->key)) return -1;
        for (int i = 0; tls->chain && i < ssl.OPENSSL_sk_num(tls->chain); i++)
            if (ssl.SSL_CTX_ctrl(context, ADD_CHAIN_CERTIFICATE, 1, ssl.OPENSSL_sk_value(tls->chain, i)) != 1) return -1;
    }
    if (tls->pin_count) ssl.SSL_CTX_set_cert_verify_callback(context, verify, (void *)tls);
    return 0;
}
#endif
