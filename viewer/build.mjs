// node build.mjs pages OUT.cpp   the pages, as a source of the library
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

/** src/NAME.html with its parts: the style, the views and the script src/NAME.ts. */
async function page(name) {
  const bundled = await build({
    entryPoints: [`src/${name}.ts`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022'],
    legalComments: 'inline',
    write: false,
  });
  const style = await build({ entryPoints: ['src/style.css'], minify: true, write: false });
  const views = await readFile('src/views.html', 'utf8');
  // Functions as replacements: in a string, $ would have a meaning.
  const script = bundled.outputFiles[0].text.replaceAll('</script', '<\\/script');
  return (await readFile(`src/${name}.html`, 'utf8'))
    .replace('/* style.css */', () => style.outputFiles[0].text.trim())
    .replace('<!-- views.html -->', () => views.trim())
    .replace('/* script */', () => script.trim());
}

async function pages(out) {
  await mkdir(dirname(out), { recursive: true });
  const definitions = ['match', 'transfer'].map(async (name) =>
    `const std::string_view sigmatch::${name}_page = ${rawString(await page(name))};\n`);
  await writeFile(out, `#include "report/page.h"\n\n${(await Promise.all(definitions)).join('')}`);
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
if (what === 'pages' && out) await pages(out);
else if (what === 'tests' && out) await tests(out);
else throw new Error('usage: node build.mjs pages OUT.cpp | tests OUTDIR');
