<?php
$project_id = getenv('PROJECT_ID');
$secret = getenv('SIGNING_SECRET');

$expires = (string) (time() + 3600);
$wish = ['prompt' => 'Show the pricing – and the “free” plan', 'autoplay' => true, 'theme' => 'dark'];
$payload = rtrim(strtr(base64_encode(json_encode($wish)), '+/', '-_'), '=');
$signature = hash_hmac('sha256', "v1\n$project_id\n$expires\n$payload", $secret);

$query = http_build_query(compact('project_id', 'expires', 'payload', 'signature'));
echo getenv('SHOWREEL_URL') . "/api/v1/embed/runtime?$query\n";
