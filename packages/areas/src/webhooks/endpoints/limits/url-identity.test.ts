import { describe, expect, it } from 'vitest';
import { identifyUrl } from './url-identity.ts';

describe('the identity of a URL', () => {
  it.each([
    ['http://127.0.0.1:9/hook', 'http://127.0.0.1.:9/hook'],
    ['http://127.0.0.1:9/hook', 'http://0x7f.1..:9/hook'],
    ['http://127.0.0.1:9/hook', 'http://[::ffff:127.0.0.1]:9/hook'],
    ['http://127.0.0.1:9/hook', 'http://[0:0:0:0:0:FFFF:7f00:1]:9/hook'],
    ['http://255.1.2.254/', 'http://[::ffff:255.1.2.254]/'],
    ['http://[::1]:9/hook', 'http://[0:0::1]:9/hook'],
    ['http://localhost/hook', 'http://LOCALHOST..:80/hook'],
    ['https://localhost/hook', 'https://localhost.:443/hook#part'],
    ['http://bücher.test/h', 'http://xn--bcher-kva.test./h?'],
    ['http://a.test/hook?a=b', 'http://a.test/%68o%6Fk?%61=b'],
    ['http://a.test/a.b-c_d~9', 'http://a.test/a%2eb%2Dc%5fd%7E%39'],
    ['http://a.test/%C3%BC', 'http://a.test/%c3%bc'],
    ['http://a.test/%C3%BC', 'http://a.test/ü'],
    ['http://a.test', 'http://a.test/x/%2E%2e/'],
  ])('is equal for %s and %s', (one, other) => {
    expect(identifyUrl(other)).toEqual(identifyUrl(one));
  });

  it.each([
    ['http://a.test/', 'https://a.test:80/'],
    ['http://a.test/', 'http://a.test:81/'],
    ['http://a.test/', 'http://b.a.test/'],
    ['http://a.test/hook', 'http://a.test/Hook'],
    ['http://a.test/a/b', 'http://a.test/a%2Fb'],
    ['http://a.test/a//b', 'http://a.test/a/b'],
    ['http://a.test/%68', 'http://a.test/%2568'],
    ['http://a.test/?a&b', 'http://a.test/?a%26b'],
    ['http://127.0.0.1/', 'http://[::7f00:1]/'],
    ['http://127.0.0.1/', 'http://[1::ffff:7f00:1]/'],
  ])('differs for %s and %s', (one, other) => {
    expect(identifyUrl(other)).not.toEqual(identifyUrl(one));
  });

  it('has host and port', () => {
    expect(identifyUrl('https://HOOKS.example.com./a%20b?c')).toEqual({
      host: 'hooks.example.com',
      port: 443,
      url: 'https://hooks.example.com:443/a%20b?c',
    });
    expect(identifyUrl('no URL')).toBeNull();
  });
});
