/* Has one system call of a process fail once: the n-th that changes a file below a folder, or that begins a
 * thread or a process. Loaded with LD_PRELOAD; tests/support/failing_calls.py compiles it and says what the
 * variables mean. SQLite's own writes pass here, too, which no patch of Python code would see.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_int seen;

static int fails(const char *kind, const char *name, const char *path)
{
    const char *wanted = getenv("FAILING_KIND"), *log = getenv("FAILING_LOG"), *at = getenv("FAILING_AT");
    if (!wanted || strcmp(wanted, kind) != 0)
        return 0;
    int turn = atomic_fetch_add(&seen, 1) + 1;
    int now = at && atoi(at) == turn;
    if (log) {
        char line[PATH_MAX + 64];
        int length = snprintf(line, sizeof line, "%d %s %s%s\n", turn, name, path, now ? " failed" : "");
        int file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (file >= 0) {
            syscall(SYS_write, file, line, length);
            syscall(SYS_close, file);
        }
    }
    if (now)
        errno = atoi(getenv("FAILING_WITH"));
    return now;
}

static int path_fails(const char *name, const char *path)
{
    const char *below = getenv("FAILING_BELOW");
    if (!below || !path || strncmp(path, below, strlen(below)) != 0)
        return 0;
    return fails("disk", name, path);
}

static int file_fails(const char *name, int file)
{
    char link[64], path[PATH_MAX];
    if (!getenv("FAILING_BELOW"))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = 0;
    return path_fails(name, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *from, size_t count)
{
    return file_fails("write", file) ? -1 : REAL(write)(file, from, count);
}

ssize_t pwrite(int file, const void *from, size_t count, off_t at)
{
    return file_fails("write", file) ? -1 : REAL(pwrite)(file, from, count, at);
}

ssize_t pwrite64(int file, const void *from, size_t count, off64_t at)
{
    return file_fails("write", file) ? -1 : REAL(pwrite64)(file, from, count, at);
}

ssize_t writev(int file, const struct iovec *from, int count)
{
    return file_fails("write", file) ? -1 : REAL(writev)(file, from, count);
}

int fsync(int file)
{
    return file_fails("fsync", file) ? -1 : REAL(fsync)(file);
}

int fdatasync(int file)
{
    return file_fails("fsync", file) ? -1 : REAL(fdatasync)(file);
}

int ftruncate(int file, off_t length)
{
    return file_fails("truncate", file) ? -1 : REAL(ftruncate)(file, length);
}

int ftruncate64(int file, off64_t length)
{
    return file_fails("truncate", file) ? -1 : REAL(ftruncate64)(file, length);
}

int rename(const char *from, const char *to)
{
    return path_fails("rename", to) ? -1 : REAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return path_fails("mkdir", path) ? -1 : REAL(mkdir)(path, mode);
}

int unlink(const char *path)
{
    return path_fails("unlink", path) ? -1 : REAL(unlink)(path);
}

static mode_t mode_of(int flags, va_list more)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
}

int open(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return (flags & O_CREAT) && path_fails("create", path) ? -1 : REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    mode_t mode = mode_of(flags, more);
    va_end(more);
    return (flags & O_CREAT) && path_fails("create", path) ? -1 : REAL(open64)(path, flags, mode);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*body)(void *), void *given)
{
    return fails("begin", "thread", "") ? EAGAIN : REAL(pthread_create)(thread, how, body, given);
}

pid_t fork(void)
{
    return fails("begin", "process", "") ? -1 : REAL(fork)();
}

pid_t vfork(void)
{
    /* A function must not return from the frame that vfork shares. Python forks where it may not vfork. */
    errno = ENOSYS;
    return -1;
}
