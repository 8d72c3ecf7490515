// node build.mjs page OUT.cpp    the page, as a source of the library
// node build.mjs tests OUTDIR    the unit tests, for node --test
import { build } from 'esbuild';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A C++ raw string; compilers take long ones, but not the delimiter within. */
function rawString(text) {
  const delimiter = 'page';
  if (text.includes(`)${delimiter}"`)) throw new Error('the page holds the delimiter of its raw string');
  return `R"${delimiter}(${text})${delimiter}"`;
}

async function page(out) {
  const bundled = await build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    legalComments: 'inline',
    write: false,
  });
  const style = await build({ entryPoints: ['src/style.css'], minify: true, write: false });
  // A function as replacement: in a string, $ would have a meaning.
  const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script');
  const html = (await readFile('src/page.html', 'utf8'))
    .replace('/* style.css */', () => style.outputFiles[0].text.trim())
    .replace('/* main.ts */', () => script.trim());
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `#include "report/page.h"\n\nconst std::string_view sigmatch::page = ${rawString(html)};\n`);
}

async function tests(out) {
  const sources = (await readdir('test')).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: sources.map((name) => join('test', name)),
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    outdir: out,
  });
}

const [what, out] = process.argv.slice(2);
if (what === 'page' && out) await page(out);
else if (what === 'tests' && out) await tests(out);
else throw new Error('usage: node build.mjs page OUT.cpp | tests OUTDIR');
