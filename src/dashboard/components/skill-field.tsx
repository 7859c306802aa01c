import { useId } from 'preact/hooks'
import { Field } from './form.tsx'
import { SkillOptions } from './skill-options.tsx'

/** `skill` of a form: searched by name or key. */
export function SkillField() {
  const list = useId()
  return (
    <>
      <Field label="Skill" pointer="/skill" hint="Search by name, such as “React”, or type a key or alias.">
        {(props) => (
          <input {...props} name="skill" list={list} autocomplete="off" spellcheck={false} required />
        )}
      </Field>
      <SkillOptions id={list} />
    </>
  )
}
