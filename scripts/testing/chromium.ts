import { findOrInstallProgram } from './required-program.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const howToGetOne = `There is no Chromium for the tests in a browser. One of these gives you one:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask google-chrome`;

/** A browser of the Chromium family on this machine. @throws Error saying how to get one */
export const chromium = (log: (line: string) => void): Promise<string> =>
  findOrInstallProgram({ names, files: onMac, debian: 'chromium', howToGetOne }, log);
