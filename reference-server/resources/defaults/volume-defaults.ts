import { fieldRefDefaults, resourceFieldRefDefaults } from './container-defaults.ts';
import { isAbsent, type Members, withChanged, withDefaults, withEach, withMember } from '../values/json-members.ts';
import { canonicalQuantity } from '../values/quantity.ts';
import { VOLUME_SOURCES } from '../values/volume-sources.ts';

const DEFAULT_MODE = 0o644;

/** Defaults by volume source; the other sources have none. */
const SOURCE_DEFAULTS: Readonly<Record<string, Members>> = {
  secret: { defaultMode: DEFAULT_MODE },
  configMap: { defaultMode: DEFAULT_MODE },
  downwardAPI: { defaultMode: DEFAULT_MODE },
  projected: { defaultMode: DEFAULT_MODE },
  iscsi: { iscsiInterface: 'default' },
  rbd: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  azureDisk: { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
  scaleIO: { protectionDomain: 'default', storagePool: 'default', storageMode: 'ThinProvisioned', fsType: 'xfs' },
};

/** Fills in the sources of a pod's volume, or of a persistent one. */
export function sourceDefaults(volume: Members): Members {
  let filled = volume;
  for (const source in SOURCE_DEFAULTS) {
    if (!isAbsent(filled[source]))
      filled = withChanged(filled, source, (value) => withDefaults(value, SOURCE_DEFAULTS[source] ?? {}));
  }
  return filled;
}

/** A volume without a source is an empty directory. */
export function volumeDefaults(volume: Members): Members {
  let filled = sourceDefaults(
    VOLUME_SOURCES.some(({ name }) => !isAbsent(volume[name])) ? volume : { ...volume, emptyDir: {} },
  );
  filled = withChanged(filled, 'emptyDir', (value) =>
    withMember(value, 'sizeLimit', isAbsent(value['sizeLimit']) ? '0' : canonicalQuantity(value['sizeLimit'])),
  );
  filled = withChanged(filled, 'downwardAPI', downwardFileDefaults);
  return withChanged(filled, 'projected', (projected) =>
    withEach(projected, 'sources', (source) => withChanged(source, 'downwardAPI', downwardFileDefaults)),
  );
}

function downwardFileDefaults(source: Members): Members {
  return withEach(source, 'items', (file) =>
    withChanged(withChanged(file, 'fieldRef', fieldRefDefaults), 'resourceFieldRef', resourceFieldRefDefaults),
  );
}
