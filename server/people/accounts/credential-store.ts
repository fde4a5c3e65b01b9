import type {
  DraftLinkRecord,
  PasskeyRecord,
  ResetRecord,
  SpentChallenge,
  TotpRecord,
  UserRecord,
} from './accounts-data.ts'

/**
 * Codes for forgotten passwords, authenticator apps and passkeys: part of the account store. A record of a user who does not exist is not stored.
 */
export interface CredentialStore {
  /** Stores a reset code, and removes expired ones. */
  addReset(reset: ResetRecord): Promise<void>
  /** The user whose password a code may set at this time. */
  findReset(codeHash: string, at: Date): Promise<UserRecord | null>
  /** Sets the password hash of the user of a valid code, removes all their codes and ends all their sessions. Null, without a change, for an invalid code. */
  spendReset(codeHash: string, at: Date, passwordHash: string): Promise<UserRecord | null>

  findTotp(userId: number): Promise<TotpRecord | null>
  /** Stores the authenticator app of a user in place of the one before. */
  putTotp(totp: TotpRecord): Promise<void>
  removeTotp(userId: number): Promise<boolean>
  /** Records that the code of a time step was used, and the secret as it is encrypted now. False, without a change, when this step or a later one was used before. */
  spendTotpStep(userId: number, step: number, sealedSecret: string): Promise<boolean>
  /** Removes a recovery code. False when it is not among those that are left. */
  spendRecoveryCode(userId: number, codeHash: string): Promise<boolean>
  /** Replaces the recovery codes of a user. False without an authenticator app. */
  putRecoveryCodes(userId: number, codeHashes: ReadonlyArray<string>): Promise<boolean>

  /** The passkeys of a user, oldest first. */
  listPasskeys(userId: number): Promise<Array<PasskeyRecord>>
  findPasskey(id: string): Promise<{ passkey: PasskeyRecord; user: UserRecord } | null>
  /** Stores a passkey that answered a challenge. False, without a change, when the passkey is known or the challenge was answered before. */
  addPasskey(passkey: PasskeyRecord, challenge: SpentChallenge): Promise<boolean>
  /** Records a sign-in with a passkey that answered a challenge. False, without a change, when the passkey is gone or the challenge was answered before. */
  notePasskeyUse(id: string, use: { counter: number; at: Date; challenge: SpentChallenge }): Promise<boolean>
  removePasskey(userId: number, id: string): Promise<boolean>

  /** The ids of the users who have an authenticator app or a passkey. */
  usersWithSecondFactor(): Promise<Array<number>>
  /** Whether a second factor is demanded of all users. */
  demandsSecondFactor(): Promise<boolean>
  demandSecondFactor(isDemanded: boolean): Promise<void>
  /** Removes authenticator app, recovery codes and passkeys of a user and ends their sessions, for the operator of the server. False without the user. */
  removeSecondFactors(username: string): Promise<boolean>
}

/** Links to drafts: part of the account store, because they end with the account that made them. */
export interface DraftLinkStore {
  /** Stores a link, and removes expired ones. */
  addDraftLink(link: DraftLinkRecord): Promise<void>
  findDraftLink(id: string): Promise<DraftLinkRecord | null>
  /** All links, oldest first, expired ones included. */
  listDraftLinks(): Promise<Array<DraftLinkRecord>>
  /** Ends a link; false when there is none. */
  endDraftLink(id: string): Promise<boolean>
}
