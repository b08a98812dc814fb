import { canInstall, findProgram, install } from '../services/programs.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const howToGetOne = `There is no Chromium for the tests in a browser. One of these gives you one:
  Debian, Ubuntu   sudo apt-get install chromium
  Fedora           sudo dnf install chromium
  macOS            brew install --cask google-chrome`;

/**
 * A browser of the Chromium family on this machine; as root on Debian a missing one is installed.
 *
 * @throws Error saying how to get one: without it the tests fail, they are not passed over
 */
export async function chromium(log: (line: string) => void): Promise<string> {
  const found = await findProgram(names, onMac);
  if (found) return found;
  if (!(await canInstall())) throw new Error(howToGetOne);
  const failed = await install('chromium', log);
  const installed = await findProgram(names, onMac);
  if (failed || !installed) throw new Error(`${failed || 'apt-get left no chromium.'}\n${howToGetOne}`);
  return installed;
}
