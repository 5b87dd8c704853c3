/** The formats of names and keys. Lengths are checked first, so no pattern ever matches a long text. */

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const LETTER_LABEL = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const NAME_PART = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const C_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const VARIABLE = /^[-._A-Za-z][-._A-Za-z0-9]*$/;
const CONFIG_KEY = /^[-._a-zA-Z0-9]+$/;
const SYSCTL_PART = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;

/** A format check: `undefined` for a valid text, else the defect, phrased to follow the field's name. */
export type Format = (value: string) => string | undefined;

/** DNS_LABEL: at most 63 of a-z, 0-9 and "-", no "-" at either end. */
export const dnsLabel: Format = (value) =>
  value.length <= 63 && LABEL.test(value)
    ? undefined
    : 'must be a DNS label: at most 63 of a-z, 0-9 and "-", and no "-" at either end';

/** A DNS label that starts with a letter. */
export const letterLabel: Format = (value) =>
  value.length <= 63 && LETTER_LABEL.test(value) ? undefined : 'must be a DNS label that starts with a letter';

/** Labels separated by dots, at most 253 characters; a single label may be longer than 63. */
export const dnsSubdomain: Format = (value) =>
  value.length <= 253 && value.split('.').every((label) => LABEL.test(label))
    ? undefined
    : 'must be a DNS subdomain: at most 253 of a-z, 0-9, "-" and ".", each part with a letter or digit at both ends';

/** A DNS subdomain after `*.`. */
export const wildcardSubdomain: Format = (value) =>
  value.startsWith('*.') && value.length <= 253 && dnsSubdomain(value.slice(2)) === undefined
    ? undefined
    : 'must be "*." and a DNS subdomain';

/** `[prefix/]name`, the prefix a DNS subdomain. */
export const qualifiedName: Format = (value) => {
  const slash = value.indexOf('/');
  const name = value.slice(slash + 1);
  if (slash >= 0 && dnsSubdomain(value.slice(0, slash)) !== undefined)
    return 'must have a DNS subdomain before the "/"';
  if (name.length <= 63 && NAME_PART.test(name)) return undefined;
  return 'must be a qualified name: at most 63 of A-Z, a-z, 0-9, "-", "_" and ".", with a letter or digit at both ends, after an optional prefix and "/"';
};

export const labelValue: Format = (value) =>
  value === '' || (value.length <= 63 && NAME_PART.test(value))
    ? undefined
    : 'must be a label value: empty, or at most 63 of A-Z, a-z, 0-9, "-", "_" and ".", with a letter or digit at both ends';

export const cIdentifier: Format = (value) =>
  C_IDENTIFIER.test(value) ? undefined : 'must be a C identifier: letters, digits and "_", no digit first';

/** Names of environment variables in releases after 2017. */
export const variableName: Format = (value) =>
  VARIABLE.test(value) ? undefined : 'must be letters, digits, "_", "-" and ".", no digit first';

/** Keys of config maps and secrets; they become file names. */
export const configKey: Format = (value) => {
  if (value.length > 253 || !CONFIG_KEY.test(value))
    return 'must be a key: at most 253 of A-Z, a-z, 0-9, "-", "_" and "."';
  return value === '.' || value.startsWith('..') ? 'must not be "." nor start with ".."' : undefined;
};

export const portName: Format = (value) =>
  value.length <= 15 && LABEL.test(value) && /[a-z]/.test(value) && !value.includes('--')
    ? undefined
    : 'must be a port name: at most 15 of a-z, 0-9 and single "-", with a letter, and no "-" at either end';

export const sysctlName: Format = (value) =>
  value.length <= 253 && value.split('.').every((part) => SYSCTL_PART.test(part))
    ? undefined
    : 'must be the name of a sysctl';

/** Names must be possible path segments. */
export const pathSegment: Format = (value) =>
  value === '.' || value === '..' || value.includes('/') || value.includes('%')
    ? 'must not be "." or ".." nor hold "/" or "%"'
    : undefined;
