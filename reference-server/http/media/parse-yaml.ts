import { CORE_SCHEMA, YAMLException, boolYaml11Tag, defineScalarTag, loadAll, mergeTag, NOT_RESOLVED } from 'js-yaml';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { BodySyntaxError } from './body-syntax-error.ts';
import { wellFormed } from './well-formed.ts';

/** The YAML schemas, which differ in the words for booleans. */
const SCHEMAS = {
  either: CORE_SCHEMA.withTags(mergeTag),
  'yaml-1.1': CORE_SCHEMA.withTags(mergeTag, boolYaml11Tag),
};
const DEEPEST = 400;
/** The most aliases of an honest manifest. Each may stand for a whole tree, so their expanded size is limited too. */
const MOST_ALIASES = 1000;
const MOST_NODES = 100_000;
/**
 * Each node needs one of these characters, and parsing a node takes microseconds. Long texts in an honest manifest
 * have some too.
 */
const MOST_SEPARATORS = 100_000;
const SEPARATOR = /[\n,]/g;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes the text of a binary scalar, as some servers read it. */
const TEXT_OF_BINARY = defineScalarTag('tag:yaml.org,2002:binary', {
  identify: () => false,
  resolve: (source) => {
    const encoded = source.replaceAll(/\s/g, '');
    return BASE64.test(encoded) && encoded.length % 4 === 0 ? Buffer.from(encoded, 'base64').toString() : NOT_RESOLVED;
  },
});

/** The dialect choices for YAML. */
export type YamlChoices = Pick<DialectChoices, 'media-types.yaml-booleans' | 'media-types.yaml-forms'>;

/**
 * The value of the first document of a YAML text; in some dialects an empty text is null. Throws `BodySyntaxError`
 * with line and column.
 */
export function parseYaml(text: string, choices: YamlChoices): unknown {
  requireFewSeparators(text);
  const document = firstDocument(text, choices);
  const size = new Unfolded().sizeOf(document);
  if (size > MOST_NODES) throw new BodySyntaxError(`too large: its aliases expand to more than ${MOST_NODES} nodes`);
  return wellFormed(document, text);
}

function requireFewSeparators(text: string): void {
  if (text.length <= MOST_SEPARATORS) return;
  let count = 0;
  for (const _ of text.matchAll(SEPARATOR)) {
    count += 1;
    if (count > MOST_SEPARATORS)
      throw new BodySyntaxError(
        `too large: it has more than ${MOST_SEPARATORS} lines and commas. Send JSON, which may have more.`,
      );
  }
}

function firstDocument(text: string, choices: YamlChoices): unknown {
  const isLax = choices['media-types.yaml-forms'] === 'as-parsed';
  const schema = SCHEMAS[choices['media-types.yaml-booleans']];
  try {
    const documents = loadAll(text, {
      schema: isLax ? schema.withTags(TEXT_OF_BINARY) : schema,
      json: isLax,
      maxDepth: DEEPEST,
      maxAliases: MOST_ALIASES,
    });
    if (documents.length === 0 && isLax) return null;
    if (documents.length === 0) throw new BodySyntaxError('not YAML: there is no document in it');
    return documents[0];
  } catch (error) {
    if (error instanceof BodySyntaxError) throw error;
    throw new BodySyntaxError(`not YAML: ${error instanceof YAMLException ? placed(error) : 'it cannot be read'}`);
  }
}

function placed({ reason, mark }: YAMLException): string {
  return mark === undefined ? reason : `line ${mark.line + 1}, column ${mark.column + 1}: ${reason}`;
}

/**
 * Counts nodes as if every alias were expanded; each shared tree is counted once and its size reused. A tree that
 * contains itself is refused.
 */
class Unfolded {
  readonly #sizes = new Map<object, number>();
  readonly #open = new Set<object>();

  sizeOf(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 1;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    if (this.#open.has(node)) throw new BodySyntaxError('circular: an alias stands for a tree that contains the alias');
    this.#open.add(node);
    let size = 1;
    for (const inner of Object.values(node)) size += this.sizeOf(inner);
    this.#open.delete(node);
    this.#sizes.set(node, size);
    return size;
  }
}
