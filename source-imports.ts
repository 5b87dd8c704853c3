import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One import in a file; `to` is a path of the project, or the name of a package or a builtin. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it imports types alone. */
  readonly isType: boolean;
}

/** Files of the project that fit the patterns: the tracked ones and the new ones that git does not ignore. */
export function filesOf(...patterns: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file !== '' && existsSync(file));
}

/** TypeScript files of its folders. */
export function sources(): string[] {
  return filesOf('*/*.ts');
}

export function importsOf(file: string): Import[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /\b(?:import|export)\s+(type\s)?[^'";]*?\bfrom\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g,
  );
  return [...found].map(([, type, from = '', plain]) => {
    const specifier = plain ?? from;
    const to = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    return { from: file, to, isType: type !== undefined };
  });
}

/** The modules by which code starts processes and threads, and reaches the network. */
const OUTWARD =
  /^(?:node:(?:child_process|cluster|dgram|http|https|http2|net|tls|worker_threads)|undici|ws|playwright-core|vitest\/node|@kubernetes\/.*)$/;

/** The test files from which no chain of imports leads to such a module. */
export function pureTests(): string[] {
  const files = sources();
  const importers = new Map<string, string[]>();
  for (const { from, to, isType } of files.flatMap(importsOf))
    if (!isType) importers.set(to, [...(importers.get(to) ?? []), from]);
  const reached = new Set([...importers.keys()].filter((module) => OUTWARD.test(module)));
  for (const module of reached) for (const importer of importers.get(module) ?? []) reached.add(importer);
  return files.filter((file) => file.endsWith('.test.ts') && !reached.has(file));
}
