/** The media types of the document (Media types), with `kubernetes` for its `<vendor>`. */
export const JSON_TYPE = 'application/json';
export const YAML_TYPE = 'application/yaml';
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** Media types that every endpoint can return. */
export const PRODUCED: readonly string[] = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE];

/** Media types that list and watch endpoints can return besides. */
export const JSON_STREAM_TYPE = `${JSON_TYPE};stream=watch`;
export const PROTOBUF_STREAM_TYPE = `${PROTOBUF_TYPE};stream=watch`;

export const JSON_PATCH_TYPE = 'application/json-patch+json';
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';
export const STRATEGIC_MERGE_PATCH_TYPE = 'application/strategic-merge-patch+json';

/** The only media types that PATCH accepts. */
export const PATCH_TYPES: readonly string[] = [JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE];
