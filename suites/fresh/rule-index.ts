import { readdirSync } from 'node:fs';
import { basename } from 'node:path';

const ENDING = '.rule.ts';

/**
 * The module that exports every rule, made from the names of the files under `suites/rules`:
 *
 *     get/names-itself.rule.ts   ->   export { rule as getNamesItself } from './get/names-itself.rule.ts';
 */
export function ruleIndex(rules: URL): string {
  const files = readdirSync(rules, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith(ENDING))
    .sort();
  const exported = files.map((file) => `export { rule as ${nameOf(file)} } from './${file}';\n`);
  return `// Written by \`pnpm fresh\` from the names of the files.\n${exported.join('')}`;
}

function nameOf(file: string): string {
  const [family = '', sentence] = [file.split('/')[0], basename(file, ENDING)];
  return `${family}-${sentence}`.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
