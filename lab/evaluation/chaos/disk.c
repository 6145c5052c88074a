/* Stands between a program and its disk, and notes what the program asks of it, in order.
 *
 * Loaded with LD_PRELOAD. Of every file below $DISK each write, change of length, flush, new name and deletion is appended to
 * the file $DISK_LOG, with its bytes; so is what the program prints, so that what it was told is safe stands at its place
 * among them. `disk.py` plays it back as a disk would have it whose power went.
 *
 * A row: kind (1 byte), number of the descriptor or length of the second name (4), offset (8), length (4), bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER; /* a row and what it tells of stay together */
static int out = -1;
static char ours[1024]; /* descriptors below $DISK */

#define REAL(name) static __typeof__(name) *real; if (!real) real = dlsym(RTLD_NEXT, #name)

static void put(char kind, uint32_t number, uint64_t at, const void *data, uint32_t length)
{
    static ssize_t (*real_write)(int, const void *, size_t);
    char head[17];
    const char *path = getenv("DISK_LOG");
    if (!real_write)
        real_write = dlsym(RTLD_NEXT, "write");
    if (!path)
        return;
    if (out < 0) /* past our own open, which waits for the row that is being written */
        out = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0)
        abort();
    head[0] = kind;
    memcpy(head + 1, &number, 4);
    memcpy(head + 5, &at, 8);
    memcpy(head + 13, &length, 4);
    if (real_write(out, head, 17) != 17 || (length && real_write(out, data, length) != length))
        abort();
}

static int below(const char *path, char *whole)
{
    const char *disk = getenv("DISK");
    if (!disk || !path)
        return 0;
    if (path[0] == '/')
        snprintf(whole, 4096, "%s", path);
    else
        return 0; /* the program names its files in full */
    return strncmp(whole, disk, strlen(disk)) == 0 && whole[strlen(disk)] == '/';
}

static int mine(int file) { return file >= 0 && file < (int)sizeof ours && ours[file]; }

static int opened(int file, const char *path, int flags)
{
    char whole[4096];
    if (file < 0 || file >= (int)sizeof ours)
        return file;
    pthread_mutex_lock(&one);
    ours[file] = 0;
    if (below(path, whole)) {
        struct stat seen;
        ours[file] = 1;
        fstat(file, &seen);
        put(S_ISDIR(seen.st_mode) ? 'd' : 'o', file, flags & O_TRUNC ? 1 : 0, whole, strlen(whole));
    }
    pthread_mutex_unlock(&one);
    return file;
}

#define OPENS(name)                                                                      \
    int name(const char *path, int flags, ...)                                           \
    {                                                                                    \
        REAL(name);                                                                      \
        va_list more;                                                                    \
        va_start(more, flags);                                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;         \
        va_end(more);                                                                    \
        return opened(real(path, flags, mode), path, flags);                             \
    }
OPENS(open)
OPENS(open64)

#define OPENS_AT(name)                                                                   \
    int name(int where, const char *path, int flags, ...)                                \
    {                                                                                    \
        REAL(name);                                                                      \
        va_list more;                                                                    \
        va_start(more, flags);                                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, mode_t) : 0;         \
        va_end(more);                                                                    \
        return opened(real(where, path, flags, mode), path, flags);                      \
    }
OPENS_AT(openat)
OPENS_AT(openat64)

ssize_t write(int file, const void *data, size_t size)
{
    REAL(write);
    pthread_mutex_lock(&one);
    off_t at = mine(file) ? lseek(file, 0, SEEK_CUR) : 0;
    if (mine(file) && fcntl(file, F_GETFL) & O_APPEND)
        at = lseek(file, 0, SEEK_END);
    ssize_t done = real(file, data, size);
    if (done > 0 && mine(file))
        put('w', file, at, data, done);
    if (done > 0 && file == 1)
        put('p', 0, 0, data, done);
    pthread_mutex_unlock(&one);
    return done;
}

#define WRITES_AT(name, offset)                                                          \
    ssize_t name(int file, const void *data, size_t size, offset at)                     \
    {                                                                                    \
        REAL(name);                                                                      \
        pthread_mutex_lock(&one);                                                        \
        ssize_t done = real(file, data, size, at);                                       \
        if (done > 0 && mine(file))                                                      \
            put('w', file, at, data, done);                                              \
        pthread_mutex_unlock(&one);                                                      \
        return done;                                                                     \
    }
WRITES_AT(pwrite, off_t)
WRITES_AT(pwrite64, off64_t)

#define CUTS(name, offset)                                                               \
    int name(int file, offset length)                                                    \
    {                                                                                    \
        REAL(name);                                                                      \
        pthread_mutex_lock(&one);                                                        \
        int failed = real(file, length);                                                 \
        if (!failed && mine(file))                                                       \
            put('t', file, length, "", 0);                                               \
        pthread_mutex_unlock(&one);                                                      \
        return failed;                                                                   \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

#define FLUSHES(name)                                                                    \
    int name(int file)                                                                   \
    {                                                                                    \
        REAL(name);                                                                      \
        int failed = real(file);                                                         \
        pthread_mutex_lock(&one);                                                        \
        if (!failed && mine(file))                                                       \
            put('f', file, 0, "", 0);                                                    \
        pthread_mutex_unlock(&one);                                                      \
        return failed;                                                                   \
    }
FLUSHES(fsync)
FLUSHES(fdatasync)

int posix_fallocate(int file, off_t at, off_t length)
{
    REAL(posix_fallocate);
    pthread_mutex_lock(&one);
    int failed = real(file, at, length);
    if (!failed && mine(file))
        put('l', file, at + length, "", 0);
    pthread_mutex_unlock(&one);
    return failed;
}

int posix_fallocate64(int file, off64_t at, off64_t length) { return posix_fallocate(file, at, length); }

int close(int file)
{
    REAL(close);
    pthread_mutex_lock(&one);
    if (mine(file)) {
        ours[file] = 0;
        put('c', file, 0, "", 0);
    }
    pthread_mutex_unlock(&one);
    return real(file);
}

static void named(char kind, const char *path, const char *second)
{
    char both[8200], whole[4096], other[4096] = "";
    if (!below(path, whole) || (second && !below(second, other)))
        return;
    int length = snprintf(both, sizeof both, "%s%s", whole, other);
    put(kind, strlen(other), 0, both, length);
}

int unlink(const char *path)
{
    REAL(unlink);
    pthread_mutex_lock(&one);
    int failed = real(path);
    if (!failed)
        named('u', path, NULL);
    pthread_mutex_unlock(&one);
    return failed;
}

int rename(const char *path, const char *to)
{
    REAL(rename);
    pthread_mutex_lock(&one);
    int failed = real(path, to);
    if (!failed)
        named('r', path, to);
    pthread_mutex_unlock(&one);
    return failed;
}

int renameat(int from, const char *path, int where, const char *to)
{
    REAL(renameat);
    pthread_mutex_lock(&one);
    int failed = real(from, path, where, to);
    if (!failed)
        named('r', path, to);
    pthread_mutex_unlock(&one);
    return failed;
}

#define MAKES(name)                                                                      \
    int name(const char *path, mode_t mode)                                              \
    {                                                                                    \
        REAL(name);                                                                      \
        pthread_mutex_lock(&one);                                                        \
        int failed = real(path, mode);                                                   \
        if (!failed)                                                                     \
            named('m', path, NULL);                                                      \
        pthread_mutex_unlock(&one);                                                      \
        return failed;                                                                   \
    }
MAKES(mkdir)
