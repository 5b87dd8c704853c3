#!/usr/bin/env node
/** The command of the package: `plumbline conformance`, `plumbline proxy record`, ... Each program parses the arguments after its name. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  conformance: '../suites/cli/quick-start.mjs',
  'reference-server': '../reference-server/cli/quick-start.mjs',
  proxy: '../proxy/cli/quick-start.mjs',
  report: '../reports/cli/quick-start.mjs',
};

const USAGE = 2;

const HELP = `Usage: plumbline <command> [flags]

Commands:
  conformance       judge a server by the Cluster Resource API; without --target, a reference server
  reference-server  serve the API from memory or an etcd
  proxy             record, serve, replay, compare and check the traffic of clients
  report            show, merge and compare reports
  completion        print completion for a shell: bash, zsh, fish

Flags:
  --version         print the version
  --help            print this; plumbline <command> --help prints the flags of a command
`;

const [name, ...rest] = process.argv.slice(2);

/** How the user started this file. If a package manager starts it through a script of its own, the command cannot be recognised. */
function typed() {
  const [, path] = process.argv;
  if (basename(path) === 'plumbline')
    return path.includes(join('node_modules', '.bin')) ? 'npx plumbline' : 'plumbline';
  const isCheckout = existsSync(fileURLToPath(new URL('build.mjs', import.meta.url)));
  const place = relative(process.cwd(), path);
  return isCheckout ? `node ${/^[\w./-]+$/.test(place) ? place : `'${place}'`}` : 'npx plumbline';
}

if (name === undefined || name === '--help' || name === '-h' || name === 'help') process.stdout.write(HELP);
else if (name === '--version' || name === '-V')
  process.stdout.write(`${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`);
else if (name === 'completion') await (await import('./completion.mjs')).printCompletion(rest);
else if (Object.hasOwn(PROGRAMS, name)) {
  process.env.PLUMBLINE_COMMAND ??= typed();
  process.argv.splice(2, 1);
  await import(PROGRAMS[name]);
} else {
  process.stderr.write(`error: unknown command '${name}' (plumbline --help lists all commands)\n`);
  process.exitCode = USAGE;
}
