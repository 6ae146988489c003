// Writes back what it reads, as it comes: the limit of the pipe, which no server passes.
#include <unistd.h>

int main(void) {
    static char buffer[1 << 16];
    ssize_t count;
    while ((count = read(0, buffer, sizeof buffer)) > 0) {
        for (ssize_t done = 0; done < count;) {
            ssize_t written = write(1, buffer + done, (size_t)(count - done));
            if (written <= 0) return 1;
            done += written;
        }
    }
    return count < 0;
}
