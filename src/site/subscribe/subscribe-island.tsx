import { ChevronDown } from 'lucide-react'
import { type ComponentProps, createContext, useContext } from 'react'
import type { Placement } from '#domain/subscribe-source.ts'
import { Island } from '../../ui/island.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/**
 * Whether a form stands further up on a page: it is rendered once, from top to bottom. Null outside
 * of a page.
 */
export const FormAbove = createContext<{ stands: boolean } | null>(null)

/** Notes that a form for an address stands here. */
export function usePlaceOfForm(): void {
  const above = useContext(FormAbove)
  if (above) above.stands = true
}

/** The form of the newsletter on a page; its script is loaded when the form gets the focus. */
export function SubscribeIsland(
  props: Omit<ComponentProps<typeof SubscribeForm>, 'subscriptionType'>,
) {
  usePlaceOfForm()
  return (
    <Island
      name="subscribe"
      part={SubscribeForm}
      props={{ subscriptionType: 'newsletter', ...props }}
      wake="focus"
    />
  )
}

interface SubscribeSectionProps {
  id: string
  title: string
  text: string
  className?: string
  headingClass?: string
  placement: Placement
}

/**
 * The form below a heading. A page shows one form: the first stands open, and the heading of any
 * other opens it.
 */
export function SubscribeSection({
  id,
  title,
  text,
  className = '',
  headingClass = '',
  placement,
}: SubscribeSectionProps) {
  const isFolded = useContext(FormAbove)?.stands
  const heading = (
    <h2 id={id} className={headingClass}>
      {title}
    </h2>
  )
  const form = (
    <>
      <p className="mt-2 mb-4 font-text text-small text-soft">{text}</p>
      <SubscribeIsland placement={placement} />
    </>
  )
  return (
    <section aria-labelledby={id} className={className} data-print="hide">
      {isFolded ? (
        <details className="group/fold">
          <summary className="flex min-h-6 items-center justify-between gap-3">
            {heading}
            <ChevronDown
              aria-hidden="true"
              className="size-5 flex-none group-open/fold:rotate-180"
            />
          </summary>
          {form}
        </details>
      ) : (
        <>
          {heading}
          {form}
        </>
      )}
    </section>
  )
}

/** The form in a box of its own. */
export function SubscribeBox({ className = '', ...rest }: SubscribeSectionProps) {
  return (
    <SubscribeSection
      className={`band rounded-card p-6 ${className}`}
      headingClass="text-2xl leading-tight"
      {...rest}
    />
  )
}
