import { describe, expect, test } from 'vitest'
import { checkUrl, parseRanges, resolveTarget } from '../../src/worker/target.ts'
import type { Lookup, TargetPolicy } from '../../src/worker/target.ts'

const sandbox: TargetPolicy = {
  mode: 'sandbox',
  allowEgress: parseRanges([]),
  ownPort: 4747,
  ownAddresses: ['192.168.1.5', 'fd12::5'],
}
const live: TargetPolicy = { ...sandbox, mode: 'live' }

const nobody: Lookup = () => Promise.reject(new Error('no name is looked up here'))
const names =
  (...addresses: string[]): Lookup =>
  () =>
    Promise.resolve(addresses)

type Verdict = 'allowed' | 'invalid' | 'forbidden'

function verdict(url: string, policy: TargetPolicy): Verdict {
  const check = checkUrl(url, policy)
  if (check.ok) return 'allowed'
  return check.code === 'WEBHOOK_URL_INVALID' ? 'invalid' : 'forbidden'
}

describe('the syntax of a URL', () => {
  test.each([
    ['https://example.com/hook'],
    ['http://127.0.0.1:3000/hook?x=1#part'],
    ['HTTPS://EXAMPLE.COM'],
    ['https://bücher.example/'],
  ])('%s is allowed', (url) => expect(verdict(url, sandbox)).toBe('allowed'))

  test('letters beyond ASCII are allowed however often it is asked', () => {
    const verdicts = Array.from({ length: 20_000 }, () => verdict('https://bücher.example/', sandbox))
    expect(new Set(verdicts)).toEqual(new Set(['allowed']))
  })

  test.each([
    [''],
    ['/hook'],
    ['example.com/hook'],
    ['//example.com'],
    ['ftp://example.com/hook'],
    ['file:///etc/passwd'],
    ['gopher://127.0.0.1:25/'],
    ['javascript:alert(1)'],
    ['http://'],
    ['http://exa mple.com/'],
    ['http://1.2.3.4.5/'],
    ['http://256.1.1.1/'],
    ['http://[::1'],
    ['http://[fe80::1%25eth0]/'],
    ['http://example.com:99999/'],
    ['http://example.com:0/'],
    ['https://user@example.com/'],
    ['https://user:secret@example.com/'],
    ['https://:secret@example.com/'],
    ['https://example.com%00@169.254.169.254/'],
    ['https://example.com@127.0.0.1/'],
  ])('%j is invalid', (url) => expect(verdict(url, sandbox)).toBe('invalid'))

  test('live mode asks for https', () => {
    expect(verdict('http://example.com/', live)).toBe('forbidden')
    expect(verdict('https://example.com/', live)).toBe('allowed')
  })
})

describe('refused in every mode', () => {
  test.each([
    ['dotted', '169.254.169.254'],
    ['another link-local', '169.254.0.7'],
    ['decimal', '2852039166'],
    ['octal', '0251.0376.0251.0376'],
    ['octal, padded', '0000251.0000376.0000251.0000376'],
    ['hexadecimal', '0xA9FEA9FE'],
    ['hexadecimal by byte', '0xa9.0xfe.0xa9.0xfe'],
    ['mixed bases', '0xa9.254.0251.254'],
    ['two parts', '169.16689662'],
    ['three parts', '169.254.43518'],
    ['trailing dot', '169.254.169.254.'],
    ['escaped', '%31%36%39.254.169.254'],
    ['full-width digits', '１６９.254.169.254'],
    ['circled digits and ideographic dots', '①⑥⑨。②⑤④。①⑥⑨。②⑤④'],
    ['IPv4-mapped', '[::ffff:169.254.169.254]'],
    ['IPv4-mapped, hexadecimal', '[::FFFF:A9FE:A9FE]'],
    ['IPv4-mapped, written out', '[0:0:0:0:0:ffff:a9fe:a9fe]'],
    ['IPv4-compatible', '[::169.254.169.254]'],
    ['IPv4-translated', '[::ffff:0:169.254.169.254]'],
    ['6to4', '[2002:a9fe:a9fe::1]'],
    ['NAT64', '[64:ff9b::a9fe:a9fe]'],
    ['NAT64 with a local prefix of 96 bits', '[64:ff9b:1::a9fe:a9fe]'],
    ['NAT64 with a local prefix of 48 bits', '[64:ff9b:1:a9fe:a9:fe00::]'],
    ['Teredo, server', '[2001:0:a9fe:a9fe::]'],
    ['Teredo, client', '[2001:0:4136:e378:8000:63bf:5601:5601]'],
    ['Amazon, IPv6', '[fd00:ec2::254]'],
    ['Amazon, IPv6 written out', '[FD00:0EC2:0000:0000:0000:0000:0000:0254]'],
    ['Amazon ECS', '169.254.170.2'],
    ['Google, IPv6', '[fd20:ce::254]'],
    ['Alibaba', '100.100.100.200'],
    ['Azure', '168.63.129.16'],
    ['Oracle', '192.0.0.192'],
    ['link-local, IPv6', '[fe80::1]'],
    ['link-local, last', '[febf::1]'],
    ['multicast', '224.0.0.1'],
    ['multicast, last', '239.255.255.255'],
    ['multicast, IPv6', '[ff02::1]'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '0.0.0.0'],
    ['unspecified, short', '0'],
    ['unspecified, IPv6', '[::]'],
    ['this server', '127.0.0.1:4747'],
    ['this server, short', '127.1:4747'],
    ['this server, another loopback', '127.8.9.10:4747'],
    ['this server, IPv6', '[::1]:4747'],
    ['this server, IPv4-mapped', '[::ffff:127.0.0.1]:4747'],
    ['this server, by name', 'localhost:4747'],
    ['this server, by a name under localhost', 'API.LocalHost.:4747'],
    ['this server, by the address of the machine', '192.168.1.5:4747'],
    ['this server, by the IPv6 address of the machine', '[fd12:0::5]:4747'],
    ['metadata name', 'metadata.google.internal'],
    ['metadata name, upper case, trailing dot', 'METADATA.google.INTERNAL.'],
    ['metadata name, circled letter', 'ⓜetadata.google.internal'],
    ['metadata name, soft hyphen', 'meta\u00addata.google.internal'],
    ['metadata name, short', 'metadata'],
    ['metadata name, Amazon', 'instance-data.ec2.internal'],
  ])('%s: %s', async (_, host) => {
    const open = { ...live, allowEgress: parseRanges(['0.0.0.0/0', '::/0']) }
    for (const policy of [sandbox, live, open]) {
      expect(verdict(`https://${host}/`, policy)).toBe('forbidden')
      expect(await resolveTarget(`https://${host}/`, policy, nobody)).toMatchObject({
        outcome: 'blocked_target',
      })
    }
  })

  test('port 80 or 443 of this server need not be spelled out', () => {
    expect(verdict('http://127.0.0.1/', { ...sandbox, ownPort: 80 })).toBe('forbidden')
    expect(verdict('https://127.0.0.1/', { ...sandbox, ownPort: 443 })).toBe('forbidden')
    expect(verdict('http://127.0.0.1/', { ...sandbox, ownPort: 443 })).toBe('allowed')
    expect(verdict('http://127.0.0.1/', { ...sandbox, ownPort: null })).toBe('allowed')
  })
})

const refusedLive: readonly (readonly [string, string])[] = [
  ['loopback', '127.0.0.1:3000'],
  ['loopback, last', '127.255.255.254'],
  ['loopback, decimal', '2130706433'],
  ['loopback, octal', '0177.0.0.01'],
  ['loopback, hexadecimal', '0x7f000001'],
  ['loopback, short', '127.1'],
  ['loopback, IPv6', '[::1]'],
  ['loopback, IPv6 written out', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
  ['loopback, IPv4-mapped', '[::ffff:7f00:1]'],
  ['loopback, 6to4', '[2002:7f00:1::]'],
  ['loopback, NAT64', '[64:ff9b::127.0.0.1]'],
  ['loopback, Teredo client', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'],
  ['loopback by name', 'localhost'],
  ['private 10', '10.0.0.1'],
  ['private 172, first', '172.16.0.0'],
  ['private 172, last', '172.31.255.255'],
  ['private 192', '192.168.0.1'],
  ['private, 6to4', '[2002:c0a8:1::1]'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT, last', '100.127.255.255'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['documentation, IPv6', '[2001:db8::1]'],
  ['documentation, new IPv6', '[3fff::1]'],
  ['benchmarks', '198.18.0.1'],
  ['benchmarks, last', '198.19.255.255'],
  ['benchmarks, IPv6', '[2001:2::1]'],
  ['protocol assignments', '192.0.0.1'],
  ['6to4 relays', '192.88.99.1'],
  ['reserved', '240.0.0.1'],
  ['reserved, IPv6', '[4000::1]'],
  ['not given out', '[1000::1]'],
  ['ORCHID', '[2001:20::1]'],
  ['unique local', '[fc00::1]'],
  ['unique local, last', '[fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]'],
  ['site-local', '[fec0::1]'],
  ['local NAT64 around a public address', '[64:ff9b:1::8.8.8.8]'],
]

describe('refused in live mode, allowed in the sandbox', () => {
  test.each(refusedLive)('%s: %s', async (_, host) => {
    expect(verdict(`https://${host}/`, live)).toBe('forbidden')
    expect(await resolveTarget(`https://${host}/`, live, nobody)).toMatchObject({ outcome: 'blocked_target' })
    expect(verdict(`https://${host}/`, sandbox)).toBe('allowed')
    expect(verdict(`http://${host}/`, sandbox)).toBe('allowed')
  })
})

describe('allowed in live mode', () => {
  test.each([
    ['a public address', '8.8.8.8'],
    ['just below 10', '9.255.255.255'],
    ['just above 172', '172.32.0.0'],
    ['just below 172', '172.15.255.255'],
    ['just above carrier-grade NAT', '100.128.0.0'],
    ['just above link-local', '169.255.0.0'],
    ['last before multicast', '223.255.255.255'],
    ['a public address, mapped', '[::ffff:8.8.8.8]'],
    ['a public address, 6to4', '[2002:808:808::1]'],
    ['a public address, NAT64', '[64:ff9b::8.8.8.8]'],
    ['a public IPv6 address', '[2606:4700:4700::1111]'],
    ['just above the documentation', '[2001:db9::1]'],
    ['a name', 'hooks.example.com'],
    ['a name that only looks like metadata', 'metadata.google.internal.example.com'],
    ['a name that only looks like localhost', 'notlocalhost'],
  ])('%s: %s', (_, host) => expect(verdict(`https://${host}/hook`, live)).toBe('allowed'))
})

describe('--allow-egress', () => {
  const open: TargetPolicy = { ...live, allowEgress: parseRanges(['10.1.0.0/16', '127.0.0.1', 'fd12::/16']) }

  test.each([
    ['10.1.2.3', 'allowed'],
    ['[::ffff:10.1.2.3]', 'allowed'],
    ['10.2.0.0', 'forbidden'],
    ['127.0.0.1', 'allowed'],
    ['127.0.0.2', 'forbidden'],
    ['localhost', 'allowed'],
    ['[fd12::1]', 'allowed'],
    ['[fd13::1]', 'forbidden'],
  ])('%s is %s', (host, expected) => expect(verdict(`https://${host}/`, open)).toBe(expected))

  test('opens addresses, not plain http', () => expect(verdict('http://10.1.2.3/', open)).toBe('forbidden'))
  test('opening all of IPv6 opens nothing of IPv4', () =>
    expect(verdict('https://10.0.0.1/', { ...live, allowEgress: parseRanges(['::/0']) })).toBe('forbidden'))

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0/8',
    '::/129',
    '10.0.0.0/8/8',
    'localhost',
    'fe80::1%lo',
  ])('%j is no range', (range) => expect(() => parseRanges([range])).toThrow(TypeError))
})

describe('a name', () => {
  const url = 'https://hooks.example.com/hook'

  test('leads to all of its addresses, in their order', async () => {
    const target = await resolveTarget(url, live, names('2606:4700::1', '8.8.8.8'))
    expect(target).toMatchObject({ ok: true, addresses: ['2606:4700::1', '8.8.8.8'] })
  })

  test.each([
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '::ffff:10.0.0.1']],
    [['8.8.8.8', 'fe80::1%eth0']],
    [['8.8.8.8', 'nonsense']],
  ])('with one good and one bad address is blocked: %j', async (addresses) => {
    const target = await resolveTarget(url, live, names(...addresses))
    expect(target).toMatchObject({ ok: false, outcome: 'blocked_target' })
  })

  test('that leads to the metadata service is blocked in the sandbox too', async () => {
    const target = await resolveTarget(url, sandbox, names('127.0.0.1', '169.254.169.254'))
    expect(target).toEqual({
      ok: false,
      outcome: 'blocked_target',
      hint: 'hooks.example.com leads to 169.254.169.254, a cloud metadata address, where no delivery ever goes.',
    })
  })

  test('that leads to this server is blocked', async () => {
    const own = 'http://me.example.com:4747/'
    expect(await resolveTarget(own, sandbox, names('192.168.1.5'))).toMatchObject({
      outcome: 'blocked_target',
    })
    expect(await resolveTarget(own, sandbox, names('192.168.1.6'))).toMatchObject({ ok: true })
  })

  test('is asked for as the URL parser spells it', async () => {
    const asked: string[] = []
    const lookup: Lookup = (hostname) => {
      asked.push(hostname)
      return Promise.resolve(['8.8.8.8'])
    }
    await resolveTarget('https://BÜCHER.example/', live, lookup)
    expect(asked).toEqual(['xn--bcher-kva.example'])
  })

  test.each([
    ['has no address', names()],
    ['cannot be resolved: getaddrinfo ENOTFOUND', () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))],
  ])('that %s', async (hint, lookup) => {
    const target = await resolveTarget(url, live, lookup)
    expect(target).toMatchObject({ outcome: 'dns', hint: expect.stringContaining(hint) })
  })
})
