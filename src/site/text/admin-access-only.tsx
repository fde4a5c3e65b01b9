import { NotFound } from '../not-found.tsx'

/** The page at /auth (specification, section 2); `closedCode`: the address contains an invalid invitation code. */
export function AdminAccessOnly({ closedCode = false }: { closedCode?: boolean }) {
  return (
    <NotFound
      title="Admin Access Only"
      text={
        closedCode
          ? 'This invitation has expired or was used already. Ask an administrator for a new one.'
          : 'The login area is restricted to administrators. Everything else on this site is open to everyone.'
      }
      links={[
        { label: 'Home', href: '/' },
        { label: 'Admin Login', href: '/admin/login' },
      ]}
    />
  )
}
