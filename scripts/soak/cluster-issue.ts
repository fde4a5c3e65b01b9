import { setTimeout as wait } from 'node:timers/promises'
import type { SendingAnswer } from '../../src/domain/sending.ts'
import { eventually } from '../../tests/running-site.ts'
import { person } from '../../tests/sending-fixture.ts'
import type { Cluster } from './cluster-world.ts'
import { countEach } from './jobs.ts'

/** The number of mails that a process sends at once. */
const batch = 4
const subject = 'Warm pads'

/** One issue is mailed to everybody on the list. Every replica works on it. */
export function createIssue({ next, faults, mails, persist }: Cluster, people: number) {
  const call = async <Body>(method: string, more = '', body?: unknown) =>
    (await persist(() => next().ada.call<Body>(method, `/api/newsletters/1${more}`, body))).body

  return {
    async begin(): Promise<void> {
      const { revision } = await call<{ revision: string }>('GET')
      await call('POST', '/sending', { action: 'start', revision })
    },
    /** Resolves when the sending has ended; resumes it when it has paused, as a person would. */
    async end(kills: number) {
      const sent = await eventually(async () => {
        // Mails of a dead replica wait for seconds; each look is a request.
        await wait(250)
        const { state } = await call<SendingAnswer>('GET', '/sending')
        if (state.kind === 'paused') await call('POST', '/sending', { action: 'resume' })
        return state.kind === 'sent' && state
      }, 600_000)
      const issues = mails.mails.filter((mail) => mail.header('Subject') === subject)
      const got = countEach(issues.flatMap(({ to }) => to))
      for (const [one, count] of got)
        if (count > 1) faults.push(`${one} got the issue ${count} times`)
      if (sent.sent + sent.unsure !== people)
        faults.push(
          `of ${people} people ${sent.sent} got the issue, and of ${sent.unsure} it is not known`,
        )
      if (got.size < sent.sent)
        faults.push(`${sent.sent} mails are noted as sent, and ${got.size} came`)
      if (sent.unsure > batch * kills)
        faults.push(`${sent.unsure} mails are unsure after ${kills} kills`)
      for (let at = 0; at < people; at++)
        if (!got.has(person(at)) && sent.unsure === 0) faults.push(`${person(at)} got no issue`)
      return { mailed: sent.sent, unsure: sent.unsure }
    },
  }
}
