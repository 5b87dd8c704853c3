"""Creates, lists, follows, patches, replaces in vain and deletes with the Kubernetes client of Python; prints what it saw as JSON."""
import json
import sys
import threading

from kubernetes import client, watch
from kubernetes.client.rest import ApiException

NAMESPACE = "default"

configuration = client.Configuration()
configuration.host = sys.argv[1]
configuration.api_key = {"authorization": "Bearer python-token"}
core = client.CoreV1Api(client.ApiClient(configuration))

seen = []
stream = watch.Watch()
started = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version


def follow():
    for event in stream.stream(core.list_namespaced_config_map, NAMESPACE, resource_version=started, label_selector="by=python"):
        seen.append(event["type"] + " " + event["object"].metadata.name)
        if event["type"] == "DELETED":
            stream.stop()


follower = threading.Thread(target=follow, daemon=True)
follower.start()

labels = {"by": "python"}
created = core.create_namespaced_config_map(NAMESPACE, client.V1ConfigMap(metadata=client.V1ObjectMeta(name="snake", labels=labels), data={"k": "1"}))
generated = core.create_namespaced_secret(NAMESPACE, client.V1Secret(metadata=client.V1ObjectMeta(generate_name="snake-"), string_data={"password": "python-secret"}))
listed = [item.metadata.name for item in core.list_namespaced_config_map(NAMESPACE, label_selector="by=python").items]
patched = core.patch_namespaced_config_map("snake", NAMESPACE, {"data": {"more": "x"}})
created.data = {"k": "lost"}
try:
    core.replace_namespaced_config_map("snake", NAMESPACE, created)
    conflict = "accepted"
except ApiException as error:
    conflict = error.status
read = core.read_namespaced_secret(generated.metadata.name, NAMESPACE)
core.delete_namespaced_secret(generated.metadata.name, NAMESPACE)
core.delete_namespaced_config_map("snake", NAMESPACE, body=client.V1DeleteOptions(grace_period_seconds=0))
follower.join(20)
try:
    core.read_namespaced_config_map("snake", NAMESPACE)
    gone = "there"
except ApiException as error:
    gone = error.status

json.dump({
    "listed": listed,
    "patched": patched.data,
    "conflict": conflict,
    "generated": generated.metadata.name,
    "password": read.data["password"],
    "gone": gone,
    "watched": seen,
}, sys.stdout)
