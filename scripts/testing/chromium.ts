import { findOrInstallProgram } from './required-program.ts';

const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installHint = `The browser tests require Chromium. Install it with:
  Debian           sudo apt-get install chromium-headless-shell
  Ubuntu           sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask google-chrome`;

/** Returns the path of a Chromium browser. @throws Error with installation instructions */
export const chromium = (log: (line: string) => void): Promise<string> =>
  findOrInstallProgram({ names, files: onMac, debian: ['chromium'], installHint }, log);

/**
 * Returns the path of Chromium's headless shell, which draws no window of its own and needs a fifth less time for a test, or
 * else of a Chromium browser.
 *
 * @throws Error with installation instructions
 */
export const headlessChromium = (log: (line: string) => void): Promise<string> =>
  findOrInstallProgram(
    { names: [shell, ...names], files: onMac, debian: [shell, 'chromium'], installHint },
    log,
  );
