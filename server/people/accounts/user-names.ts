import unhomoglyph from 'unhomoglyph'
import { newUsername } from '#domain/account.ts'
import type { AccountStore, NewUser } from './account-store.ts'

/**
 * The forms in which names that read alike are equal: letters and digits that look the same are one
 * (`l`, `1` and `I`; `0` and `O`; `rn` and `m`; Latin, Cyrillic and Greek ones), by the skeletons
 * of Unicode Technical Standard 39, section 4. Names are equal in capitals too, so both forms of a
 * name count.
 */
export function skeletonsOf(name: string): Array<string> {
  const plain = name.normalize('NFKC')
  return [plain, plain.toLowerCase()].map((form) => unhomoglyph(form).toLowerCase())
}

/** Whether people may take one name for the other. */
export function readsLike(one: string, other: string): boolean {
  const known = skeletonsOf(other)
  return skeletonsOf(one).some((skeleton) => known.includes(skeleton))
}

type Users = Pick<AccountStore, 'findUserByName' | 'listUsers'>

/** Why nobody may take a new user name, as a sentence; null for one that may be taken. */
export async function usernameFault(users: Users, username: string): Promise<string | null> {
  const checked = newUsername.safeParse(username)
  if (!checked.success) return checked.error.issues[0]?.message ?? 'This is no user name.'
  if (await users.findUserByName(checked.data)) return 'This user name is taken.'
  const others = await users.listUsers()
  // The sentence does not name the other account, because the person who registers may not see the
  // list of users yet.
  return others.some((other) => readsLike(checked.data, other.username))
    ? 'This user name reads like that of another administrator.'
    : null
}

/**
 * What the operator of the server asked for can't be done, such as a user with a name that nobody
 * may take. The message is the reason.
 */
export class RequestRefused extends Error {}

/**
 * Creates a user for the operator of the server, or sets a new password for one who exists,
 * whatever the rule says of the name. Throws RequestRefused.
 */
export async function createOrUpdateUser(
  store: Users & Pick<AccountStore, 'putUser'>,
  user: NewUser,
): Promise<'made' | 'changed'> {
  const known = await store.findUserByName(user.username)
  const fault = known ? null : await usernameFault(store, user.username)
  if (fault !== null) throw new RequestRefused(fault)
  return store.putUser({ ...user, username: known?.username ?? user.username.normalize('NFKC') })
}

/** Removes the second factors of a user for the operator of the server. Throws RequestRefused. */
export async function removeFactorsByName(
  store: Pick<AccountStore, 'removeSecondFactors'>,
  username: string,
): Promise<void> {
  if (!(await store.removeSecondFactors(username)))
    throw new RequestRefused(`There is no user ${username}.`)
}
