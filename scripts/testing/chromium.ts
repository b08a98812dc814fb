import { findOrInstallProgram } from './required-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installHint = `The browser tests require Chromium. Install it with:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask google-chrome`;

/** Returns the path of a Chromium browser. @throws Error with installation instructions */
export const chromium = (log: (line: string) => void): Promise<string> =>
  findOrInstallProgram({ names, files: onMac, debian: 'chromium', installHint }, log);
