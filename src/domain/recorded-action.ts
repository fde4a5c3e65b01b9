/** Actions that are put on record: who can sign in, who did, and what leaves with people's data. */
export const recordedActions = [
  'signed-in',
  'signed-out',
  'registered',
  'confirmed',
  'password-changed',
  'password-reset-asked',
  'password-reset',
  'profile-changed',
  'address-changed',
  'session-ended',
  'passkey-added',
  'passkey-removed',
  'app-switched-on',
  'app-switched-off',
  'recovery-codes-made',
  'invitation-made',
  'reset-link-made',
  'user-deleted',
] as const
export type RecordedAction = (typeof recordedActions)[number]
