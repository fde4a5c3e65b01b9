import { setTimeout as wait } from 'node:timers/promises'
import type { SendingAnswer } from '../../src/domain/sending.ts'
import { eventually } from '../../tests/running-site.ts'
import { person } from '../../tests/sending-fixture.ts'
import type { Cluster } from './cluster-world.ts'
import { countEach, createJobs } from './jobs.ts'

const clients = 4
/** The number of mails that a process sends at once. */
const batch = 4
const subject = 'Warm pads'

/** People subscribe at any replica, and repeat requests without an answer. */
export function createSubscriptions({ next, faults, random }: Cluster, subscriptions: number) {
  const acknowledged = new Set<string>()
  const jobs = createJobs(subscriptions)

  async function subscribe(number: number): Promise<void> {
    const email = `newcomer${number}@example.org`
    const headers = {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${number % 250}.${number >> 8}.1`,
    }
    const body = JSON.stringify({ email, source: 'footer' })
    for (let attempt = 1; attempt <= 100; attempt++) {
      const status = await fetch(`${next().url}/api/subscribe`, {
        method: 'POST',
        headers,
        body,
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      if (status === 200) return void acknowledged.add(email)
      if (status > 0 && status < 500)
        return void faults.push(`a subscription was answered with ${status}`)
      await wait(200 + 300 * random.next())
    }
    faults.push(`${email} got no answer`)
  }

  return {
    progress: jobs.progress,
    run: (mayGoOn: () => boolean) => jobs.run(clients, subscribe, mayGoOn),
    /** Expects that everybody with an acknowledgement is on the list, once. */
    async check(): Promise<number> {
      const { body } = await next().ada.call<Array<{ email: string }>>('GET', '/api/subscribers')
      const times = countEach(body.map(({ email }) => email))
      for (const email of acknowledged)
        if (times.get(email) !== 1)
          faults.push(`${email} is on the list ${times.get(email) ?? 0} times`)
      return acknowledged.size
    },
  }
}

/** One issue is mailed to everybody on the list. Every replica works on it. */
export function createIssue({ next, faults, mails }: Cluster, people: number) {
  const path = '/api/newsletters/1/sending'

  /** Repeats a call until it is answered with success. */
  const answered = <Body>(method: string, address: string, body?: unknown) =>
    eventually(async () => {
      const answer = await next()
        .ada.call<Body>(method, address, body)
        .catch(() => null)
      return answer !== null && answer.status < 500 && answer.body
    }, 120_000)
  const state = async () => (await answered<SendingAnswer>('GET', path)).state

  return {
    async begin(): Promise<void> {
      const { revision } = await answered<{ revision: string }>('GET', '/api/newsletters/1')
      await answered('POST', path, { action: 'start', revision })
    },
    /** Resolves when the sending has ended; resumes it when it has paused, as a person would. */
    async end(kills: number) {
      const sent = await eventually(async () => {
        // Mails of a dead replica wait for seconds; each look is a request.
        await wait(250)
        const now = await state()
        if (now.kind === 'paused') await answered('POST', path, { action: 'resume' })
        return now.kind === 'sent' && now
      }, 600_000)
      const got = mails.mails
        .filter((mail) => mail.header('Subject') === subject)
        .flatMap(({ to }) => to)
      const times = countEach(got)
      for (const [one, count] of times)
        if (count > 1) faults.push(`${one} got the issue ${count} times`)
      if (sent.sent + sent.unsure !== people)
        faults.push(
          `of ${people} people ${sent.sent} got the issue, and of ${sent.unsure} it is not known`,
        )
      if (times.size < sent.sent)
        faults.push(`${sent.sent} mails are noted as sent, and ${times.size} came`)
      if (sent.unsure > batch * kills)
        faults.push(`${sent.unsure} mails are unsure after ${kills} kills`)
      for (let at = 0; at < people; at++)
        if (!times.has(person(at)) && sent.unsure === 0) faults.push(`${person(at)} got no issue`)
      return { mailed: sent.sent, unsure: sent.unsure }
    },
  }
}
