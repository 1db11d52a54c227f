import base64, hashlib, hmac, json, os, time
from urllib.parse import urlencode

project_id, secret = os.environ["PROJECT_ID"], os.environ["SIGNING_SECRET"]

expires = str(int(time.time()) + 3600)
wish = {"prompt": "Show the pricing – and the “free” plan", "autoplay": True, "theme": "dark"}
payload = base64.urlsafe_b64encode(json.dumps(wish).encode()).decode().rstrip("=")
signed = "\n".join(["v1", project_id, expires, payload])
signature = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).hexdigest()

query = urlencode({"project_id": project_id, "expires": expires, "payload": payload, "signature": signature})
print(f"{os.environ['SHOWREEL_URL']}/api/v1/embed/runtime?{query}")
