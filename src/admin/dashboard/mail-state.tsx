import { counted, groupedNumber } from '#domain/count-words.ts'
import type { Dashboard, Mails } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { Pill, type Tone } from '../../ui/badge.tsx'

type Confirmations = Dashboard['confirmationMails']

/** The state of the mails in one or two words. */
export function MailPill({
  isSetUp,
  scheduled,
  unfinished,
  confirmations,
}: Mails & { confirmations: Confirmations }) {
  const [tone, word] = stateOf()
  return <Pill tone={tone}>{word}</Pill>

  function stateOf(): [Tone, string] {
    if (!isSetUp) return ['neutral', 'Not set up']
    if (confirmations?.problem) return ['danger', 'Fails']
    if (
      unfinished.some(({ isPaused }) => isPaused) ||
      scheduled.some(({ problem }) => problem !== null)
    )
      return ['warn', 'Waits for you']
    return unfinished.length > 0 ? ['info', 'Sending'] : ['ok', 'Works']
  }
}

/** Issues that are being mailed, and what keeps mails from going out. */
export function MailState({
  isSetUp,
  scheduled,
  unfinished,
  confirmations,
}: Mails & { confirmations: Confirmations }) {
  const held = scheduled.filter(({ problem }) => problem !== null)
  const isQuiet =
    unfinished.length === 0 &&
    held.length === 0 &&
    !confirmations?.waiting &&
    !confirmations?.problem
  return (
    <>
      {isQuiet && (
        <p className="text-muted">
          {isSetUp
            ? 'No mail is waiting.'
            : 'Without a mail server, issues can’t be mailed and subscribers need not confirm.'}
        </p>
      )}
      {(unfinished.length > 0 || held.length > 0) && (
        <ul className="row-list work-list">
          {unfinished.map(({ id, title, isPaused, reason, total, left }) => (
            <li key={id}>
              <div className="min-w-0">
                <a href={editorPath({ type: 'newsletters', id })}>{title ?? 'A deleted issue'}</a>
                <p className="text-small text-muted">
                  {isPaused ? 'Paused' : 'Being sent'}: {groupedNumber(total - left)} of{' '}
                  {counted(total, 'person', 'people')} done. {reason}
                </p>
                <progress
                  className="progress-bar mt-1.5"
                  max={total}
                  value={total - left}
                  aria-label="Mails that are done"
                />
              </div>
            </li>
          ))}
          {held.map(({ id, title, problem }) => (
            <li key={`held ${id}`}>
              <div className="min-w-0">
                <a href={editorPath({ type: 'newsletters', id })}>{title ?? 'A deleted issue'}</a>
                <p className="text-small text-muted">Not sent at its time. {problem}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {confirmations && (confirmations.waiting > 0 || confirmations.problem) && (
        <p className="notice mt-3" data-tone={confirmations.problem ? 'danger' : 'info'}>
          <span>
            {confirmations.problem?.message} {counted(confirmations.waiting, 'request', 'requests')}{' '}
            for confirmation {confirmations.waiting === 1 ? 'waits' : 'wait'} to be sent.
          </span>
        </p>
      )}
    </>
  )
}
