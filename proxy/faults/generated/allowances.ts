/** Why a server may refuse a body in protobuf. */
export const MAY_REFUSE_PROTOBUF = 'Reading: a server must take JSON and YAML bodies, and may refuse protobuf.';
