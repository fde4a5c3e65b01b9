import { expect, test } from 'vitest'
import { faultOf, timeoutFault } from './git-faults.ts'
import type { RemotePlace } from './remote.ts'

const credentials = { username: 'x-access-token', token: 's3cret' }
const server: RemotePlace = {
  kind: 'server',
  url: 'https://git.example.org/notes.git',
  credentials,
}
const open: RemotePlace = { ...server, credentials: null }
const ssh: RemotePlace = { kind: 'ssh', url: 'git@git.example.org:notes.git' }
const folder: RemotePlace = { kind: 'folder', path: '/srv/notes.git' }
const access = "fatal: unable to access 'https://git.example.org/notes.git/': "
const noRead =
  '\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights'

// Messages of git 2.39, curl and OpenSSH, and of GitHub and GitLab through them.
test.each<[said: string, place: RemotePlace, fault: string, message: string]>([
  [
    "remote: Invalid username or password.\nfatal: Authentication failed for 'https://git.example.org/notes.git/'",
    server,
    'forbidden',
    'The remote git.example.org does not accept GIT_TOKEN to read (401).',
  ],
  [
    "fatal: could not read Username for 'https://git.example.org': terminal prompts disabled",
    open,
    'forbidden',
    'The remote git.example.org wants credentials; set GIT_TOKEN.',
  ],
  [
    "fatal: could not read Username for 'https://elsewhere.example.org': terminal prompts disabled",
    server,
    'protocol',
    'The remote git.example.org sends git to elsewhere.example.org, which GIT_TOKEN is not for.',
  ],
  [
    `${access}The requested URL returned error: 403`,
    server,
    'forbidden',
    'The remote git.example.org does not accept GIT_TOKEN to read (403).',
  ],
  [
    "remote: Not Found\nfatal: repository 'https://git.example.org/notes.git/' not found",
    server,
    'missing',
    'There is no repository at https://git.example.org/notes.git that can be seen with this GIT_TOKEN.',
  ],
  [
    `${access}The requested URL returned error: 503`,
    server,
    'unreachable',
    'The remote git.example.org answered 503.',
  ],
  [
    `${access}Could not resolve host: git.example.org`,
    server,
    'unreachable',
    "The remote git.example.org can't be reached (its name is not known).",
  ],
  [
    `${access}Failed to connect to git.example.org port 443 after 0 ms: Couldn't connect to server`,
    server,
    'unreachable',
    "The remote git.example.org can't be reached (no connection).",
  ],
  [
    `${access}Operation too slow. Less than 1 bytes/sec transferred the last 30 seconds`,
    server,
    'unreachable',
    'The remote git.example.org does not answer in time.',
  ],
  [
    `${access}SSL certificate problem: unable to get local issuer certificate`,
    server,
    'unreachable',
    "The remote git.example.org can't be reached safely: its certificate is not accepted.",
  ],
  [
    `${access}transfer closed with 966 bytes remaining to read`,
    server,
    'unreachable',
    'The connection to the remote git.example.org broke off.',
  ],
  [
    'error: RPC failed; curl 56 Recv failure: Connection reset by peer\nfatal: early EOF',
    server,
    'unreachable',
    'The connection to the remote git.example.org broke off.',
  ],
  [
    'fatal: https://git.example.org/notes.git/info/refs not valid: is this a git repository?',
    server,
    'protocol',
    'https://git.example.org/notes.git does not answer like a git server (GIT_REMOTE).',
  ],
  [
    `git@git.example.org: Permission denied (publickey).${noRead}`,
    ssh,
    'forbidden',
    'The remote git.example.org does not accept an ssh key of this machine.',
  ],
  [
    `ERROR: The key you are authenticating with has been marked as read only.${noRead}`,
    ssh,
    'forbidden',
    'The remote git.example.org does not accept the ssh key of this machine to push.',
  ],
  [
    `ERROR: Repository not found.${noRead}`,
    ssh,
    'missing',
    'There is no repository at git@git.example.org:notes.git that can be seen with the ssh key of this machine.',
  ],
  [
    `No ED25519 host key is known for git.example.org and you have requested strict checking.\nHost key verification failed.${noRead}`,
    ssh,
    'forbidden',
    'ssh does not know the remote git.example.org, or its key has changed; check the key and put it into known_hosts.',
  ],
  [
    `ssh: connect to host git.example.org port 22: Connection timed out${noRead}`,
    ssh,
    'unreachable',
    'The remote git.example.org does not answer in time.',
  ],
  [
    `ssh: Could not resolve hostname git.example.org: Name or service not known${noRead}`,
    ssh,
    'unreachable',
    "The remote git.example.org can't be reached (its name is not known).",
  ],
  [
    'error: cannot run ssh: No such file or directory\nfatal: unable to fork',
    ssh,
    'unreachable',
    'The program ssh is missing on the server.',
  ],
  [
    `fatal: '/srv/notes.git' does not appear to be a git repository${noRead}`,
    folder,
    'missing',
    'There is no git repository in /srv/notes.git (GIT_REMOTE).',
  ],
  [
    `fatal: detected dubious ownership in repository at '/srv/notes.git'${noRead}`,
    folder,
    'unreachable',
    'git refuses the repository in /srv/notes.git, since it belongs to another user of the machine.',
  ],
  [
    'fatal: write error: No space left on device',
    folder,
    'unreachable',
    "The commits of the remote /srv/notes.git can't be read or stored (No space left on device).",
  ],
  [
    'warning: something\nfatal: a \u0007word that nobody knows.\n',
    server,
    'unreachable',
    'git could not read https://git.example.org/notes.git: a word that nobody knows.',
  ],
  ['', folder, 'unreachable', 'git could not read /srv/notes.git.'],
])('the output of git is converted to one sentence: %j', (said, place, fault, message) => {
  expect(faultOf(said, { place, task: 'read' }, '')).toMatchObject({ fault, message })
})

test('output of the server is not parsed as output of git, and a token in it is removed', () => {
  const said = `remote: The requested URL returned error: 404\nremote: s3cret\n${access}The requested URL returned error: 500 s3cret`
  const error = faultOf(said, { place: server, task: 'push' }, credentials.token)
  expect(error.message).toBe('The remote git.example.org answered 500.')
  expect((error.cause as Error).message).toContain('***')
  expect(`${error.message} ${(error.cause as Error).message}`).not.toContain('s3cret')
})

test('for both forms of ssh addresses only the host is named', () => {
  for (const url of [
    'ssh://git@git.example.org:2222/notes.git',
    'git.example.org:notes.git',
    'ada@git.example.org:a:b',
  ])
    expect(timeoutFault({ place: { kind: 'ssh', url }, task: 'read' }).message).toBe(
      'The remote git.example.org does not answer in time.',
    )
})
