import type { Context } from '../context.ts'
import { arg, text } from '../flags.ts'
import { note, show, showItems } from '../output.ts'
import { readUserConfig, unknownProfile, writeUserConfig } from '../user-config.ts'
import type { Profile } from '../user-config.ts'
import { verb } from '../verb.ts'
import type { Noun } from '../verb.ts'
import { checked, forget, keep, loginFlags, profileName } from './login.ts'
import { goneCard, profileCard, profileList, shownProfile } from './profile-view.ts'

const name = arg(text('PROFILE'), 'name of the profile')

const list = verb({
  name: 'list',
  summary: 'list the profiles of the user config',
  examples: [
    ['skillpass profile list', 'the one in use has a dot'],
    ['skillpass profile list --json', 'without the keys'],
  ],
  run: async (_, context) => {
    const { current, profiles } = await readUserConfig(context.env.configDir)
    const shown = profiles.map((profile) => shownProfile(profile, profile.name === current))
    await showItems(context, shown, profileList)
  },
})

const use = verb({
  name: 'use',
  summary: 'send commands to this profile from now on',
  args: { name },
  examples: [
    ['skillpass profile use staging', 'until another is chosen'],
    ['skillpass invite list --profile staging', 'for one command only'],
  ],
  run: async (input, context) => {
    const config = await readUserConfig(context.env.configDir)
    const profile = await known(input.name, context)
    await writeUserConfig(context.env.configDir, { ...config, current: profile.name })
    await show(context, shownProfile(profile, true), profileCard)
  },
})

const add = verb({
  name: 'add',
  summary: 'keep another address and its key, without using it yet',
  about: 'Asks for what is not given, and checks the key with the service before it is kept.',
  args: { name: arg(profileName, 'name of the profile') },
  flags: loginFlags,
  examples: [
    ['skillpass profile add live --read-only', 'to look, and not to touch'],
    [
      'skillpass profile add staging --base-url https://skillpass.example.com --key-stdin < key.txt',
      'from a file',
    ],
  ],
  run: async (input, context) => {
    const profile = await checked(input.name, input, context)
    await keep(profile, null, context)
    await show(context, shownProfile(profile, false), profileCard)
    await note(context, `Use it: skillpass profile use ${profile.name}`)
  },
})

const remove = verb({
  name: 'remove',
  summary: 'forget a profile and its key',
  args: { name },
  examples: [
    ['skillpass profile remove staging', 'asks before'],
    ['skillpass profile remove staging --yes', 'does not'],
  ],
  approval: (input) => ({
    step: `Forget the profile ${input.name} and its key`,
    weight: 'moderate',
    name: input.name,
  }),
  run: async (input, context) => {
    const profile = await known(input.name, context)
    await forget(profile.name, context)
    await show(context, { name: profile.name, removed: true }, goneCard)
  },
})

async function known(wanted: string, { env }: Context): Promise<Profile> {
  const config = await readUserConfig(env.configDir)
  const found = config.profiles.find((profile) => profile.name === wanted)
  if (found === undefined) throw unknownProfile(wanted, config)
  return found
}

export const profile: Noun = {
  name: 'profile',
  summary: 'named addresses and keys',
  verbs: [list, use, add, remove],
}
