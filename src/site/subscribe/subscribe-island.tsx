import type { ComponentProps } from 'react'
import type { Placement } from '#domain/subscribe-source.ts'
import { Island } from '../../ui/island.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/** The form of the newsletter on a page; its script is loaded when the form gets the focus. */
export function SubscribeIsland(
  props: Omit<ComponentProps<typeof SubscribeForm>, 'subscriptionType'>,
) {
  return (
    <Island
      name="subscribe"
      part={SubscribeForm}
      props={{ subscriptionType: 'newsletter', ...props }}
      wake="focus"
    />
  )
}

/** The form in a box of its own. */
export function SubscribeBox({
  id,
  title,
  text,
  className = '',
  placement,
}: {
  id: string
  title: string
  text: string
  className?: string
  placement: Placement
}) {
  return (
    <section
      aria-labelledby={id}
      className={`band rounded-card p-6 ${className}`}
      data-print="hide"
    >
      <h2 id={id} className="text-2xl leading-tight">
        {title}
      </h2>
      <p className="mt-2 mb-5 font-text text-small">{text}</p>
      <SubscribeIsland placement={placement} />
    </section>
  )
}
