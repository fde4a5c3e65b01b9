import type { DurableStore } from '../../platform/durable-store.ts'
import { hashSecret, isSecret, newSecret } from '../../platform/secrets.ts'
import type { AccountsData } from './accounts-data.ts'

const validMs = 7 * 24 * 60 * 60 * 1000

/** Codes that let one more administrator register. Each works once, for a week. */
export function createInvitations(store: DurableStore<AccountsData>, now: () => Date) {
  const valid = (code: string) => (invitation: { codeHash: string; expiresAt: string }) =>
    Date.parse(invitation.expiresAt) > now().getTime() && isSecret(code, invitation.codeHash)

  return {
    async invite(invitedBy: number): Promise<{ code: string; expiresAt: string }> {
      const code = newSecret()
      const createdAt = now().toISOString()
      const expiresAt = new Date(now().getTime() + validMs).toISOString()
      await store.change((data) => {
        data.invitations = data.invitations.filter((old) => Date.parse(old.expiresAt) > now().getTime())
        data.invitations.push({ codeHash: hashSecret(code), invitedBy, createdAt, expiresAt })
      })
      return { code, expiresAt }
    },
    isValid: (code: string) => store.data.invitations.some(valid(code)),
    /** Uses a code up, as part of a change of the data. False when it is not valid. */
    use(data: AccountsData, code: string): boolean {
      const invitation = data.invitations.find(valid(code))
      if (!invitation) return false
      data.invitations = data.invitations.filter((other) => other !== invitation)
      return true
    },
  }
}
