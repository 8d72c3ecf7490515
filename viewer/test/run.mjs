// node test/run.mjs types | units OUTDIR | browser REPORTS SCREENSHOTS PROGRAM | transfer FOLDER SCREENSHOTS
// Exit code 77 means: skipped, for the reason printed.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} why */
function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

/** @param {string[]} command */
function node(...command) {
  try {
    execFileSync(process.execPath, command, { stdio: 'inherit' });
  } catch {
    process.exit(1);
  }
}

const [what, ...rest] = process.argv.slice(2);
if (!existsSync('node_modules')) skip('the npm packages of viewer/ are not installed');
if (what === 'types') {
  node('node_modules/typescript/bin/tsc', '--noEmit');
} else if (what === 'units') {
  node('build.mjs', 'tests', rest[0]);
  node('--test', ...readdirSync(rest[0]).map((name) => join(rest[0], name)));
} else if (what === 'browser' || what === 'transfer') {
  const browser = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium')).find(existsSync);
  if (!browser) skip('the browser test needs chromium, which is not installed');
  else node(`test/${what}.mjs`, browser, ...rest);
} else {
  throw new Error('usage: see the first lines of this file');
}
