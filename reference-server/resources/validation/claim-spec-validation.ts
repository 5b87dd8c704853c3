import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { checkFormat, checkOneOf, requireSome } from './field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, text } from '../values/json-members.ts';
import { validateOwnSelector } from './label-selector-validation.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { parseQuantity } from '../values/quantity.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
/** A mode of later releases, which cannot be combined with another. */
const ONE_POD = 'ReadWriteOncePod';

/** Validates the spec of a claim, or of the claim that a volume of a pod makes. */
export function validateClaimSpec(spec: Members, field: string, isOld: boolean, causes: StatusCauses): void {
  validateModesAndClass(spec, field, isOld, causes);
  const { storage } = members(members(spec['resources'])['requests']);
  if (isAbsent(storage)) required(causes, `${field}.resources[storage]`);
  else checkSize(causes, `${field}.resources[storage]`, storage, isOld);
  validateOwnSelector(spec['selector'], `${field}.selector`, isOld, causes);
  validateLaterMembers('core/v1.PersistentVolumeClaimSpec', spec, field, causes);
  validateSameSource(spec, field, causes);
}

/** Both members name the source of the data: the former one, and the one that knows other kinds and namespaces. */
function validateSameSource({ dataSource, dataSourceRef }: Members, field: string, causes: StatusCauses): void {
  if (isAbsent(dataSource) || isAbsent(dataSourceRef)) return;
  const [former, current] = [members(dataSource), members(dataSourceRef)];
  if (!isUnset(current['namespace']))
    invalid(causes, field, 'dataSource must not be there beside dataSourceRef.namespace');
  else if (['apiGroup', 'kind', 'name'].some((member) => (former[member] ?? '') !== (current[member] ?? '')))
    invalid(causes, field, 'dataSource must match dataSourceRef');
}

export function validateModesAndClass(
  { accessModes, storageClassName }: Members,
  field: string,
  isOld: boolean,
  causes: StatusCauses,
): void {
  const modes = items(accessModes);
  requireSome(causes, `${field}.accessModes`, modes);
  for (const mode of modes) checkOneOf(causes, `${field}.accessModes`, mode, isOld ? MODES : [...MODES, ONE_POD]);
  if (modes.includes(ONE_POD) && modes.length > 1)
    forbidden(causes, `${field}.accessModes`, `${ONE_POD} cannot be combined with another mode`);
  if (text(storageClassName) !== '') checkFormat(causes, `${field}.storageClassName`, storageClassName, dnsSubdomain);
}

/** A size was at least 0 in 2017, and is more than 0 since. */
export function checkSize(causes: StatusCauses, field: string, value: unknown, isOld: boolean): void {
  const quantity = parseQuantity(value);
  if (quantity === undefined || quantity.nano < 0n)
    invalid(causes, field, `${shown(value)} is no quantity of 0 or more`);
  else if (quantity.nano === 0n && !isOld) invalid(causes, field, 'must be more than 0');
}
