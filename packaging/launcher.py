"""Where the packaged program starts: the window, a command, or a worker process of either."""

import sys

from svcconsole.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
