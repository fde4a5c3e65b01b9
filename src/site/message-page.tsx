import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'

/** A page that says one thing in a title and a sentence, and offers what to do next. */
export function MessagePage({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className="wrap grid pt-[12vh] pb-16">
      <Logo className="size-14 text-line" />
      <h1 className="mt-8 text-title">{title}</h1>
      <p className="mt-5 max-w-[46ch] font-text text-lead text-soft">{text}</p>
      {children}
    </div>
  )
}
