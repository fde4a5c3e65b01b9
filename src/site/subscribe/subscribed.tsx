import { Logo } from '../frame/logo.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

export interface SubscribedProps {
  problem: 'email' | 'later' | null
}

const texts = {
  none: { title: 'Subscription successful!', text: "You'll now receive our weekly tips and tricks." },
  email: { title: 'Invalid email address', text: 'Please enter a valid email address.' },
  later: { title: 'Subscription failed', text: 'Something went wrong. Please try again.' },
}

/** What the toast says with script (specification, section 8), as a page for browsers without. */
export function Subscribed({ problem }: SubscribedProps) {
  const { title, text } = texts[problem ?? 'none']
  return (
    <div className="wrap grid min-h-[60vh] content-center py-16">
      <Logo className="size-14 text-line" />
      <h1 className="mt-8 text-title">{title}</h1>
      <p className="mt-5 max-w-[46ch] font-text text-lead text-soft">{text}</p>
      <div className="mt-8 max-w-xl">
        {problem ? (
          <SubscribeForm subscriptionType="newsletter" row />
        ) : (
          <a className="btn btn-solid" href="/">
            Home
          </a>
        )}
      </div>
    </div>
  )
}
