import { DownloadIcon } from '../../ui/icons.tsx'
import { Island } from '../../ui/island.tsx'
import { Logo } from '../logo.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/** Links for a person who has just confirmed. */
export interface NextSteps {
  issue: { title: string; address: string } | null
  download: { title: string; address: string } | null
}

export interface LinkPageProps {
  title: string
  text: string
  /** A button that acts on the link. */
  action?: { address: string; token: string; label: string }
  /** Offers to subscribe again. */
  form?: boolean
  next?: NextSteps
}

/** A page that a link of a mail leads to: what it is for in a few words, and what can be done. Works without script. */
export function LinkPage({ title, text, action, form = false, next }: LinkPageProps) {
  return (
    <div className="wrap grid min-h-[60vh] content-center py-16">
      <Logo className="size-14 text-line" />
      <h1 className="mt-8 text-title">{title}</h1>
      <p className="mt-5 max-w-[46ch] font-text text-lead text-soft">{text}</p>
      <div className="mt-8 max-w-xl">
        {action ? (
          <form method="post" action={`${action.address}?token=${encodeURIComponent(action.token)}`}>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <button type="submit" className="btn btn-solid">
                {action.label}
              </button>
              <a className="underline underline-offset-4" href="/">
                Not now
              </a>
            </div>
          </form>
        ) : form ? (
          <Island
            name="subscribe"
            part={SubscribeForm}
            props={{ subscriptionType: 'newsletter', row: true }}
            wake="focus"
          />
        ) : (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            {next?.download && (
              <a className="btn btn-solid" href={next.download.address}>
                <DownloadIcon /> Download {next.download.title}
              </a>
            )}
            {next?.issue && (
              <a className={next.download ? 'underline underline-offset-4' : 'btn btn-solid'} href={next.issue.address}>
                Read the newest issue: {next.issue.title}
              </a>
            )}
            <a className={next?.download || next?.issue ? 'underline underline-offset-4' : 'btn btn-solid'} href="/">
              Home
            </a>
          </div>
        )}
      </div>
    </div>
  )
}
